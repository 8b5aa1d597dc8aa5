#include "derive/requirement.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <regex>

namespace loop::report::derive {

namespace {

std::string require(const std::string& condition, const std::string& sentence) {
    return fmt::format("\\REQUIRE({}, \"{}\")", condition, sentence);
}

bool is_power_of_two(int p) {
    return (p & (p - 1)) == 0;
}

bool is_square(int p) {
    int side = 1;
    while (side * side < p)
        ++side;
    return side * side == p;
}

/// Calls `visit` for each match of the expression.
void each_match(const Lines& lines, const char* expression,
                const std::function<void(const std::smatch&)>& visit) {
    const std::regex regex(expression);
    for (const std::string& line : lines)
        for (std::sregex_iterator at(line.begin(), line.end(), regex), end; at != end; ++at)
            visit(*at);
}

/// The least power of two that is greater.
int power_above(int value) {
    int power = 1;
    while (power <= value)
        power *= 2;
    return power;
}

/// The number of ranks after which constants of the formulas repeat. Those that do not divide `ranks` are no
/// sides of a grid.
int period_of(const Lines& lines, int ranks) {
    int period = 1;
    const auto take = [&](int more) {
        period = more > 0 && ranks % more == 0 ? std::lcm(period, more) : period;
    };
    const auto number = [](const std::smatch& match, std::size_t which) { return std::stoi(match[which]); };
    each_match(lines, "\\br % (\\d{1,5})\\b", [&](const auto& match) { take(number(match, 1)); });
    each_match(lines, "\\br / (\\d{1,5})\\b", [&](const auto& match) { take(number(match, 1)); });
    each_match(lines, "\\br / (\\d{1,4}) % (\\d{1,4})\\b",
               [&](const auto& match) { take(number(match, 1) * number(match, 2)); });
    each_match(lines, "\\br \\^ (\\d{1,5})\\b",
               [&](const auto& match) { take(power_above(number(match, 1))); });
    each_match(lines, "\\\\EXCHANGE\\([^,]*, (\\d{1,5}), 1\\)",
               [&](const auto& match) { take(2 * number(match, 1)); });
    return period;
}

/// Of one number of ranks.
Lines of_constants(const Lines& lines, int ranks) {
    int columns = 0;
    each_match(lines, "\\br % (\\d{1,4}) \\* \\1 \\+ r / \\1\\b",
               [&](const auto& match) { columns = std::stoi(match[1]); });
    if (columns * columns == ranks)
        return {require(fmt::format("nodes == {}", columns * columns),
                        fmt::format("a formula of this program is for {} by {} ranks", columns, columns))};
    const int period = period_of(lines, ranks);
    if (period == 1) return {};
    return {require(fmt::format("nodes % {} == 0", period),
                    fmt::format("the formulas of this program are for multiples of {} ranks", period))};
}

/// Whether formulas depend on the number of ranks in a way that does not suit every number.
bool depend_on_class(const Lines& lines) {
    static const std::regex any(
        "side\\b|grid|torus|\\btransposed\\b|\\blevels\\b|\\br \\^|/ \\(?nodes|nodes / |k \\*= 2");
    return std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
        return line.find("\\WORK") == std::string::npos && std::regex_search(line, any);
    });
}

} // namespace

Lines requirements_of(const Lines& lines, const Counts& counts) {
    if (without_sizes(counts).size() == 1) return of_constants(lines, counts.front());
    if (!depend_on_class(lines)) return {};
    Lines all;
    const auto are = [&](bool (*is)(int)) { return std::all_of(counts.begin(), counts.end(), is); };
    if (are(is_power_of_two))
        all.push_back(
            require("(nodes & (nodes - 1)) == 0",
                    "the formulas of this program are for numbers of ranks that are powers of two"));
    if (are(is_square))
        all.push_back(require("long_side == short_side",
                              "the formulas of this program are for numbers of ranks that are squares"));
    const int divisor =
        std::accumulate(counts.begin(), counts.end(), 0, [](int a, int b) { return std::gcd(a, b); });
    if (all.empty() && divisor > 1)
        all.push_back(
            require(fmt::format("nodes % {} == 0", divisor),
                    fmt::format("the formulas of this program are for multiples of {} ranks", divisor)));
    return all;
}

} // namespace loop::report::derive
