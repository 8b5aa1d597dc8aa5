#include "base/text/strings.h"
#include "base/text/units.h"
#include "runner/campaign/campaign.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

/// Parsers for factors and limits on the command line and in campaign files.
namespace loop::runner {

namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& text, const std::string& form) {
    throw Failure(ExitCode::Usage, fmt::format("`{}` of `{}` is not {}", text, option, form));
}

constexpr std::size_t max_numbers = 100000;
constexpr const char* and_so_on = "...";

/// The numbers from `first` to `last` by a constant factor or, if that misses `last`, by a constant step;
/// empty if both miss it. `first` and `second` are the first two; without a second one, numbers double.
std::vector<long long> progression(long long first, std::optional<long long> second, long long last) {
    std::vector<long long> numbers{first};
    const long long factor = first <= 0 ? 0 : !second ? 2 : *second % first == 0 ? *second / first : 0;
    while (factor > 1 && numbers.back() < last && numbers.back() <= last / factor)
        numbers.push_back(numbers.back() * factor);
    if (numbers.back() == last) return numbers;
    const long long step = second ? *second - first : 0;
    if (step <= 0 || last <= first || (last - first) % step != 0 ||
        static_cast<std::size_t>((last - first) / step) > max_numbers)
        return {};
    numbers = {first};
    while (numbers.back() < last)
        numbers.push_back(numbers.back() + step);
    return numbers;
}

/// Replaces "a,b,...,z" by all of its numbers: "64,...,1024" doubles, "1,3,...,9" adds 2.
std::vector<std::string> filled_in(const std::vector<std::string>& parts, const std::string& option) {
    const auto dots = std::find(parts.begin(), parts.end(), and_so_on);
    if (dots == parts.end()) return parts;
    const std::string whole = joined(parts, ",");
    const auto before = static_cast<std::size_t>(dots - parts.begin());
    std::vector<long long> numbers;
    if (before >= 1 && before <= 2 && parts.size() == before + 2) {
        const auto first = whole_number_in(parts[0]), last = whole_number_in(parts.back());
        const auto second = before == 2 ? whole_number_in(parts[1]) : std::nullopt;
        if (first && last && (before == 1 || second)) numbers = progression(*first, second, *last);
    }
    if (numbers.empty())
        refuse(
            option, whole,
            "a progression: 64,...,1024 doubles, 1,10,...,1000 multiplies by 10, 1,3,...,9 adds 2; the last "
            "number must be one of them");
    std::vector<std::string> filled;
    for (const long long number : numbers)
        filled.push_back(std::to_string(number));
    return filled;
}

} // namespace

std::vector<int> parse_numbers(const std::string& text, const std::string& option, int least) {
    std::vector<int> numbers;
    const std::string form =
        fmt::format("a list of numbers, each at least {}, such as 1,2,4, 1-4, 1k,64k, or 64,...,1024", least);
    for (const std::string& part : filled_in(split_list(text), option)) {
        const std::size_t dash = part.find('-', 1);
        const auto first = whole_number_in(std::string_view(part).substr(0, dash));
        const auto last =
            dash == std::string::npos ? first : whole_number_in(std::string_view(part).substr(dash + 1));
        if (!first || !last || *first < least || *last < *first || *last > std::numeric_limits<int>::max() ||
            static_cast<std::size_t>(*last - *first) > max_numbers)
            refuse(option, text, form);
        for (long long number = *first; number <= *last; ++number)
            numbers.push_back(static_cast<int>(number));
        if (numbers.size() > max_numbers)
            refuse(option, text, fmt::format("a list of at most {} numbers", max_numbers));
    }
    return numbers;
}

std::pair<std::string, std::vector<std::string>> parse_choices(const std::string& text) {
    auto [name, values] = parse_assignment(text);
    if (name == "tree.map") return {name, {values}};
    return {name, filled_in(split_list(values), "--set " + name)};
}

double parse_duration(const std::string& text, const std::string& option) {
    const auto seconds = seconds_in(text);
    if (!seconds || !(*seconds > 0) || *seconds > 1e8)
        refuse(option, text, "a positive time, such as 90, 90s, 10m or 2h");
    return *seconds;
}

double parse_fraction(const std::string& text, const std::string& option) {
    const bool percent = !text.empty() && text.back() == '%';
    const auto number = number_in<double>(std::string_view(text).substr(0, text.size() - (percent ? 1 : 0)));
    const double fraction = number ? *number / (percent ? 100 : 1) : 0;
    if (!(fraction > 0) || fraction > 1000) refuse(option, text, "a positive fraction, such as 5% or 0.05");
    return fraction;
}

} // namespace loop::runner
