#include "derive/times.h"

#include "derive/formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <regex>

namespace loop::report::derive {

namespace {

constexpr long long few_passes = 4;      ///< with fewer, passes cannot be compared with each other
constexpr double longest_delay = 100e-6; ///< of a rank in a single pass, in seconds

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
    // That ranks do not compute at all is no noise, so any condition on the others is right.
    const bool others_compute = sums[0] > 0;
    const std::optional<std::string> condition =
        others_compute ? plain_condition_on({is_upper}) : condition_on({is_upper});
    if (!condition) return std::nullopt;
    const double above = sums[1] / static_cast<double>(sorted.size() - upper),
                 below = sums[0] / static_cast<double>(upper);
    static const std::regex rank("\\br\\b");
    return fmt::format("({} ? {} : {})", std::regex_replace(*condition, rank, "me"), seconds_text(above),
                       seconds_text(below));
}

/// Whether each rank's time differs from that of others by more than between the odd and the even passes of a
/// rank: at least three times as much.
bool is_of_ranks(const Load& load) {
    constexpr double least_ratio = 3;
    const double n = static_cast<double>(load.executions), odd = std::floor((n + 1) / 2), mean = load.mean();
    double of_ranks = 0, of_passes = 0;
    for (std::size_t r = 0; r < load.seconds.size(); ++r) {
        const double even_seconds = (n * load.seconds[r] - odd * load.odd_seconds[r]) / (n - odd);
        const double swing = (load.odd_seconds[r] - even_seconds) / 2;
        of_ranks += (load.seconds[r] - mean) * (load.seconds[r] - mean);
        of_passes += swing * swing;
    }
    return of_ranks > least_ratio * least_ratio * of_passes;
}

/// Whether it is worth a table or a condition that ranks compute for different times.
bool depends_on_rank(const Load& load) {
    const auto [least, most] = std::minmax_element(load.seconds.begin(), load.seconds.end());
    if (are_alike(*least, *most)) return false;
    return load.executions < few_passes ? *most - *least > longest_delay : is_of_ranks(load);
}

/// A time that is proportional to a power of the problem size, and divided by one of the number of ranks.
struct Law {
    double size = 0, ranks = 0;
    std::string text;

    double at(const Scale& count) const { return std::pow(count.size, size) / std::pow(count.ranks, ranks); }
};

std::vector<Law> laws_for(const Counts& counts) {
    const std::pair<double, const char*> of_ranks[] = {
        {0, ""}, {1, " / nodes"}, {0.5, " / std::sqrt(nodes)"}};
    const std::pair<double, const char*> of_size[] = {
        {0, ""}, {1, " * n"}, {2, " * n * n"}, {3, " * n * n * n"}};
    const bool is_one = without_sizes(counts).size() == 1;
    std::vector<Law> laws;
    for (const auto& [size, times] : of_size)
        for (const auto& [ranks, over] : of_ranks)
            if ((size == 0 || have_sizes(counts)) && (ranks == 0 || !is_one))
                laws.push_back({size, ranks, std::string(times) + over});
    return laws;
}

/// A mean time by the law that fits best: constant, divided by the number of ranks or its root, or
/// proportional to a power of the problem size. That of the first trace if none fits.
std::string mean_text(const std::vector<double>& means, const Counts& counts) {
    constexpr double shortest = 10e-6;  // shorter times show no law
    constexpr double most_spread = 1.5; // between the largest and the smallest constant of a law
    std::string text = seconds_text(means.front());
    if (*std::min_element(means.begin(), means.end()) < shortest) return text;
    double best = most_spread;
    for (const Law& law : laws_for(counts)) {
        std::vector<double> constants;
        for (std::size_t which = 0; which < means.size(); ++which)
            constants.push_back(means[which] / law.at(counts[which]));
        const auto [least, most] = std::minmax_element(constants.begin(), constants.end());
        if (*most / *least >= best) continue;
        best = *most / *least;
        text = seconds_text(std::sqrt(*most * *least)) + law.text;
    }
    return text;
}

std::string work_text(const std::string& seconds) {
    return fmt::format("\\WORK(work * {});", seconds);
}

/// One time for all ranks.
std::string work_of_all(const Load& load, Declarations& declarations) {
    const double seconds = load.mean();
    return work_text(declarations.seconds(seconds_text(seconds), seconds,
                                          static_cast<double>(load.executions), load.spread));
}

Spread spread_of(const LoadAt& load) {
    Spread all;
    for (const Load* const one : load.loads)
        append(all, one->spread);
    return all;
}

} // namespace

std::string seconds_text(double seconds) {
    return fmt::format("{:.3g}", seconds);
}

bool are_alike(double least, double most) {
    return most - least <= 0.1 * most + 10e-6;
}

std::string work_of(const LoadAt& load, Declarations& declarations) {
    std::vector<double> means;
    for (const Load* const one : load.loads)
        means.push_back(one->mean());
    const std::string text = mean_text(means, load.counts);
    const bool is_constant = text.find(' ') == std::string::npos;
    return work_text(declarations.seconds(text, is_constant ? std::stod(text) : -1,
                                          static_cast<double>(load.loads.front()->executions),
                                          spread_of(load)));
}

std::string work_of(const Load& load, Declarations& declarations) {
    const auto weight = static_cast<double>(load.executions);
    if (!depends_on_rank(load)) return work_of_all(load, declarations);
    if (const auto text = two_values(load.seconds))
        return work_text(declarations.seconds(*text, -1, weight, load.spread));
    if (load.executions < few_passes) return work_of_all(load, declarations);
    std::vector<std::string> values;
    for (const double seconds : load.seconds)
        values.push_back(seconds_text(seconds));
    return work_text(declarations.times_by_rank(values, weight, load.spread));
}

} // namespace loop::report::derive
