#include "base/statistics/order_statistics.h"

#include <algorithm>
#include <cmath>

namespace loop::statistics {

namespace {

/// P(X = k) for X binomial(n, 1/2).
double binomial(int k, int n) {
    return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) -
                    n * std::log(2.0));
}

} // namespace

std::optional<std::pair<double, double>> median_interval(std::vector<double> values, double confidence) {
    const int n = static_cast<int>(values.size());
    // The interval from the k-th smallest to the k-th largest value misses the median with probability 2 P(X
    // < k).
    int k = 0;
    for (double below = 0; 2 * (k + 1) <= n; ++k) {
        below += binomial(k, n);
        if (2 * below > 1 - confidence) break;
    }
    if (k == 0) return std::nullopt;
    std::sort(values.begin(), values.end());
    return std::pair(values[static_cast<std::size_t>(k) - 1], values[static_cast<std::size_t>(n - k)]);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::optional<double> relative_width(const std::vector<double>& values) {
    const auto interval = median_interval(values);
    if (!interval) return std::nullopt;
    const double middle = median(values);
    if (!(middle > 0)) return std::nullopt;
    return (interval->second - interval->first) / middle;
}

} // namespace loop::statistics
