#include "base/text/strings.h"
#include "base/text/units.h"
#include "runner/campaign/campaign.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <limits>

/// Parsers for factors and limits on the command line and in campaign files.
namespace loop::runner {

namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& text, const std::string& form) {
    throw Failure(ExitCode::Usage, fmt::format("`{}` of `{}` is not {}", text, option, form));
}

constexpr std::size_t max_numbers = 100000;

} // namespace

std::vector<int> parse_numbers(const std::string& text, const std::string& option, int least) {
    std::vector<int> numbers;
    const std::string form =
        fmt::format("a list of numbers, each at least {}, such as 1,2,4, 1-4, or 1k,64k", least);
    for (const std::string& part : split_list(text)) {
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
    return {name, split_list(values)};
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
