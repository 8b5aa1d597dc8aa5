#include "base/statistics/drift.h"

#include "base/statistics/order_statistics.h"
#include "base/statistics/rank_sum.h"

#include <algorithm>
#include <cmath>

namespace loop::statistics {

namespace {

/// The min number for 98 % confidence. Longer blocks average out more of the drift.
constexpr std::size_t wanted_blocks = 5;

double mean_log(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i)
        sum += std::log(values[i]);
    return sum / static_cast<double>(end - begin);
}

/// The log ratio of the second half to the first. If the number is odd, the middle value is in neither half.
double change_of_halves(const std::vector<double>& values) {
    const std::size_t half = values.size() / 2;
    if (half == 0) return 0;
    return mean_log(values, values.size() - half, values.size()) - mean_log(values, 0, half);
}

} // namespace

std::vector<double> blocks(const std::vector<double>& values) {
    if (values.size() < 2 * wanted_blocks) return values;
    std::vector<double> means;
    for (std::size_t k = 0; k < wanted_blocks; ++k)
        means.push_back(std::exp(
            mean_log(values, k * values.size() / wanted_blocks, (k + 1) * values.size() / wanted_blocks)));
    return means;
}

double drift_between(const std::vector<double>& a, const std::vector<double>& b) {
    const double of_a = change_of_halves(a), of_b = change_of_halves(b);
    const int known = (a.size() > 1 ? 1 : 0) + (b.size() > 1 ? 1 : 0);
    return known == 0 ? 1 : std::exp(2 * std::sqrt((of_a * of_a + of_b * of_b) / known));
}

std::optional<std::pair<double, double>>
ratio_interval_sequential(const std::vector<double>& a, const std::vector<double>& b, double confidence) {
    auto interval = ratio_interval(blocks(a), blocks(b), confidence);
    if (!interval) return std::nullopt;
    const double drift = drift_between(a, b);
    return std::pair(interval->first / drift, interval->second * drift);
}

double rank_sum_probability_sequential(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.empty() || b.empty()) return 1;
    const double drift = drift_between(a, b), ratio = median(b) / median(a);
    if (std::max(ratio, 1 / ratio) <= drift) return 1;
    std::vector<double> moved = blocks(b);
    for (double& value : moved)
        value *= ratio > 1 ? 1 / drift : drift;
    return rank_sum_probability(blocks(a), moved);
}

std::optional<double> detectable_ratio_sequential(const std::vector<double>& a, const std::vector<double>& b,
                                                  double confidence, double power) {
    const auto ratio = detectable_ratio(blocks(a), blocks(b), confidence, power);
    if (!ratio) return std::nullopt;
    return *ratio * drift_between(a, b);
}

} // namespace loop::statistics
