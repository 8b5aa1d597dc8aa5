#include "runner/profile/host_list.h"

#include "base/text/strings.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace {

constexpr std::size_t most_hosts = 1 << 16;

constexpr int most_brackets = 16; ///< in a name
constexpr std::size_t longest_name = 512, most_digits = 20;

/// Why a list cannot be expanded: the text, and what is wrong with it.
struct Refusal {
    std::string text, why;
};

[[noreturn]] void refuse(std::string_view text, const char* why) {
    throw Refusal{std::string(text), why};
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
    if (*last - *first >= most_hosts || numbers.size() > most_hosts)
        refuse(range, "has more than 65536 hosts");
    if (begin.size() > most_digits) refuse(range, "has more than 20 digits");
    const std::size_t digits = begin[0] == '0' ? begin.size() : 0;
    for (std::size_t number = *first; number <= *last; ++number)
        numbers.push_back(fmt::format("{:0{}}", number, digits));
}

/// Whether it is the content of the brackets around an IPv6 address: `::1`, `fe80::2%eth0`.
bool is_address(std::string_view text) {
    return std::count(text.begin(), text.end(), ':') > 1 && text.find('[') == std::string_view::npos;
}

/// Expands the first brackets behind a name, and then those after them.
void expand(const std::string& before, std::string_view name, int brackets, std::vector<std::string>& hosts) {
    const std::size_t open = name.find('['), close = name.find(']');
    if (before.size() + std::min(open, name.size()) > longest_name)
        refuse("", "a name is longer than 512 characters");
    if (open == std::string_view::npos && close == std::string_view::npos) {
        if (hosts.size() == most_hosts) refuse(name, "the list has more than 65536 hosts");
        hosts.push_back(before + std::string(name));
        return;
    }
    if (open > close || close == std::string_view::npos) refuse(name, "has brackets without a partner");
    const std::string_view list = name.substr(open + 1, close - open - 1);
    if (list.find('[') != std::string_view::npos) refuse(name, "has brackets in brackets");
    if (brackets == most_brackets) refuse(name, "has more than 16 brackets");
    if (is_address(list))
        return expand(before + std::string(name.substr(0, close + 1)), name.substr(close + 1), brackets + 1,
                      hosts);
    std::vector<std::string> numbers;
    for (const std::string_view range : parts_of(list))
        add_numbers(range, numbers);
    for (const std::string& number : numbers)
        expand(before + std::string(name.substr(0, open)) + number, name.substr(close + 1), brackets + 1,
               hosts);
}

} // namespace

void add_hosts(std::string_view text, const std::string& where, std::vector<std::string>& hosts) {
    try {
        for (const std::string_view part : parts_of(text))
            if (const std::string_view name = trimmed(part); !name.empty()) expand("", name, 0, hosts);
    } catch (const Refusal& refusal) {
        throw Failure(ExitCode::Usage, fmt::format("{}: `{}`: {}", where, refusal.text, refusal.why),
                      "write `n[1,3-4]` for n1, n3, and n4, and `n[08-10]` for n08, n09, and n10");
    }
}

} // namespace loop::runner
