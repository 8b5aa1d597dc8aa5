#include "runner/profile/host_list.h"

#include "base/text/strings.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

namespace loop::runner {

namespace {

constexpr std::size_t most_hosts = 1 << 16;

[[noreturn]] void refuse(std::string_view range, const char* why) {
    throw Failure(
        ExitCode::Usage, fmt::format("--hosts: `{}`: {}", range, why),
        "write `n[1,3-4]` for n1, n3, and n4, with as many digits in the second number as in the first if it "
        "begins with 0");
}

std::vector<std::string_view> parts_of(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '[') ++depth;
        if (text[i] == ']') --depth;
        if (text[i] != ',' || depth > 0) continue;
        parts.push_back(text.substr(begin, i - begin));
        begin = i + 1;
    }
    parts.push_back(text.substr(begin));
    return parts;
}

/// The numbers of `1` or `08-10`, as they are written.
void add_numbers(std::string_view range, std::vector<std::string>& numbers) {
    const std::size_t dash = std::min(range.find('-'), range.size());
    const std::string_view begin = range.substr(0, dash),
                           end = dash < range.size() ? range.substr(dash + 1) : begin;
    const auto first = number_in<std::size_t>(begin), last = number_in<std::size_t>(end);
    if (!first || !last) refuse(range, "is not a range of numbers");
    if (*last < *first) refuse(range, "ends before it begins");
    if (*last - *first >= most_hosts) refuse(range, "has more than 65536 hosts");
    const std::size_t digits = begin[0] == '0' ? begin.size() : 0;
    for (std::size_t number = *first; number <= *last; ++number)
        numbers.push_back(fmt::format("{:0{}}", number, digits));
}

/// Whether it is the content of the brackets of a list, and not an address.
bool is_list(std::string_view text) {
    const auto fits = [](unsigned char c) { return std::isdigit(c) != 0 || c == ',' || c == '-'; };
    return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

/// Expands the first brackets behind a name, and then those after them.
void expand(const std::string& before, std::string_view name, std::vector<std::string>& hosts) {
    const std::size_t open = name.find('['), close = name.find(']', std::min(open, name.size()));
    const bool has_list = close != std::string_view::npos && (open > 0 || !before.empty()) &&
                          is_list(name.substr(open + 1, close - open - 1));
    if (!has_list) {
        if (hosts.size() == most_hosts) refuse(name, "the list has more than 65536 hosts");
        hosts.push_back(before + std::string(name));
        return;
    }
    std::vector<std::string> numbers;
    for (const std::string_view range : parts_of(name.substr(open + 1, close - open - 1)))
        add_numbers(range, numbers);
    for (const std::string& number : numbers)
        expand(before + std::string(name.substr(0, open)) + number, name.substr(close + 1), hosts);
}

} // namespace

std::vector<std::string> hosts_in_list(std::string_view text) {
    std::vector<std::string> hosts;
    for (const std::string_view part : parts_of(text))
        if (const std::string_view name = trimmed(part); !name.empty()) expand("", name, hosts);
    return hosts;
}

} // namespace loop::runner
