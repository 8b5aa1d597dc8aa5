#include "report/derive/statements.h"

#include "report/derive/constructs.h"
#include "report/derive/formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

namespace loop::report::derive {

namespace {

std::string seconds_text(double seconds) {
    return fmt::format("{:.3g}", seconds);
}

/// Whether times differ by no more than clocks and other programs make them differ.
bool are_alike(double least, double most) {
    return most - least <= 0.1 * most + 10e-6;
}

/// Seconds that have two values, as a condition on the rank.
std::optional<std::string> two_values(const std::vector<double>& seconds) {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    std::size_t upper = 1; // index of the first value of the upper class
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i] - sorted[i - 1] > sorted[upper] - sorted[upper - 1]) upper = i;
    if (!are_alike(sorted.front(), sorted[upper - 1]) || !are_alike(sorted[upper], sorted.back()))
        return std::nullopt;
    std::vector<bool> is_upper;
    double sums[2] = {0, 0};
    for (const double value : seconds) {
        is_upper.push_back(value >= sorted[upper]);
        sums[is_upper.back() ? 1 : 0] += value;
    }
    const std::optional<std::string> condition = plain_condition_on({is_upper});
    if (!condition) return std::nullopt;
    const double above = sums[1] / static_cast<double>(sorted.size() - upper),
                 below = sums[0] / static_cast<double>(upper);
    return fmt::format("({} ? {} : {})", std::regex_replace(*condition, std::regex("\\br\\b"), "me"),
                       seconds_text(above), seconds_text(below));
}

/// A mean time by the law of the number of ranks that fits best: constant, or divided by it or its root. That
/// of the first number if none fits.
std::string mean_text(const std::vector<double>& means, const Counts& counts) {
    constexpr double shortest = 10e-6;  // shorter times show no law
    constexpr double most_spread = 1.5; // between the largest and the smallest constant of a law
    std::string text = seconds_text(means.front());
    if (*std::min_element(means.begin(), means.end()) < shortest) return text;
    const std::pair<double, const char*> laws[] = {{0, ""}, {1, " / nodes"}, {0.5, " / std::sqrt(nodes)"}};
    double best = most_spread;
    for (const auto& [power, after] : laws) {
        std::vector<double> constants;
        for (std::size_t which = 0; which < means.size(); ++which)
            constants.push_back(means[which] * std::pow(counts[which], power));
        const auto [least, most] = std::minmax_element(constants.begin(), constants.end());
        if (*most / *least >= best) continue;
        best = *most / *least;
        text = seconds_text(std::sqrt(*most * *least)) + after;
    }
    return text;
}
} // namespace

std::string construct_of(const Steps& steps, const Counts& counts, bool overlaps,
                         Declarations& declarations) {
    return steps.front()->is_collective() ? construct_of_collective(steps, counts, declarations)
                                          : construct_of_messages(steps, counts, overlaps, declarations);
}

std::string work_of(const LoadAt& load) {
    std::vector<double> means;
    for (const Load* const one : load.loads)
        means.push_back(one->mean());
    return fmt::format("\\WORK(work * {});", mean_text(means, load.counts));
}

std::string work_of(const Load& load, Declarations& declarations) {
    const auto [least, most] = std::minmax_element(load.seconds.begin(), load.seconds.end());
    if (are_alike(*least, *most)) return fmt::format("\\WORK(work * {});", seconds_text(load.mean()));
    if (const auto text = two_values(load.seconds)) return fmt::format("\\WORK(work * {});", *text);
    std::vector<std::string> values;
    for (const double seconds : load.seconds)
        values.push_back(seconds_text(seconds));
    return fmt::format(
        "\\WORK(work * {}[me]);",
        declarations.table("seconds", "double", fmt::format("{{{}}}", fmt::join(values, ", "))));
}

} // namespace loop::report::derive
