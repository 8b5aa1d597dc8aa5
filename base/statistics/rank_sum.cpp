#include "base/statistics/rank_sum.h"

#include "base/statistics/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace loop::statistics {

namespace {

constexpr std::size_t exact_limit = 60; ///< values of both samples together

double normal_below(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

/// Twice the rank of each value in both samples together, the first sample first. Ties have the mean of their
/// ranks.
std::vector<int> doubled_ranks(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> all = a;
    all.insert(all.end(), b.begin(), b.end());
    std::vector<double> sorted = all;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> ranks;
    for (const double value : all) {
        const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
        ranks.push_back(static_cast<int>((first - sorted.begin()) + (last - sorted.begin()) + 1));
    }
    return ranks;
}

/// P(S <= s) and P(S >= s), where S is the sum of `chosen` of the ranks and all choices are equally likely.
std::pair<double, double> tails(const std::vector<int>& ranks, std::size_t chosen, int s) {
    const auto most = static_cast<std::size_t>(std::accumulate(ranks.begin(), ranks.end(), 0));
    std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(most + 1));
    ways[0][0] = 1;
    for (const int rank : ranks)
        for (std::size_t k = chosen; k-- > 0;)
            for (std::size_t sum = most + 1 - static_cast<std::size_t>(rank); sum-- > 0;)
                ways[k + 1][sum + static_cast<std::size_t>(rank)] += ways[k][sum];
    double all = 0, below = 0, above = 0;
    for (std::size_t sum = 0; sum <= most; ++sum) {
        all += ways[chosen][sum];
        if (static_cast<int>(sum) <= s) below += ways[chosen][sum];
        if (static_cast<int>(sum) >= s) above += ways[chosen][sum];
    }
    return {below / all, above / all};
}

double normal_probability(const std::vector<int>& ranks, std::size_t chosen, int s) {
    const double n = static_cast<double>(ranks.size()), a = static_cast<double>(chosen);
    double mean = 0, square = 0;
    for (const int rank : ranks) {
        mean += rank / n;
        square += static_cast<double>(rank) * rank / n;
    }
    const double variance = a * (n - a) / (n - 1) * (square - mean * mean);
    if (variance <= 0) return 1;
    const double distance = std::max(0.0, std::abs(s - a * mean) - 1); // half a rank: continuity correction
    return std::min(1.0, 2 * normal_below(-distance / std::sqrt(variance)));
}

/// How often each value u of the U statistic occurs among all orders of n and m values: counts[u].
std::vector<double> u_counts(std::size_t n, std::size_t m) {
    // Coefficients of the Gaussian binomial: multiply by (1 - q^(m+i)), divide by (1 - q^i).
    std::vector<double> counts(n * m + 1);
    counts[0] = 1;
    for (std::size_t i = 1; i <= n; ++i) {
        for (std::size_t u = counts.size(); u-- > m + i;)
            counts[u] -= counts[u - m - i];
        for (std::size_t u = i; u < counts.size(); ++u)
            counts[u] += counts[u - i];
    }
    return counts;
}

/// The k for which the k-th smallest and the k-th largest of all n m quotients bound the ratio; 0 if there is
/// none.
std::size_t bound_index(std::size_t n, std::size_t m, double confidence) {
    if (n == 0 || m == 0) return 0;
    const double tail = (1 - confidence) / 2;
    const double a = static_cast<double>(n), b = static_cast<double>(m);
    if (n + m > exact_limit) {
        double low = -10, high = 0; // the quantile of the normal distribution, by bisection
        for (int i = 0; i < 60; ++i)
            (normal_below((low + high) / 2) < tail ? low : high) = (low + high) / 2;
        const double k = a * b / 2 + low * std::sqrt(a * b * (a + b + 1) / 12);
        return k < 1 ? 0 : static_cast<std::size_t>(k);
    }
    const std::vector<double> counts = u_counts(n, m);
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    double below = 0;
    std::size_t k = 0;
    while (k < counts.size() && (below += counts[k] / all) <= tail)
        ++k;
    return k;
}

std::vector<double> quotients(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> result;
    result.reserve(a.size() * b.size());
    for (const double x : a)
        for (const double y : b)
            result.push_back(y / x);
    return result;
}

double kth_smallest(std::vector<double>& values, std::size_t k) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(k);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// Adds the deviations of a sample from its median, as factors, widened to correct for the small sample.
void add_deviations(std::vector<double>& deviations, const std::vector<double>& values) {
    const double middle = median(values), n = static_cast<double>(values.size());
    const double widening = n > 1 ? std::sqrt(n / (n - 1)) : 1;
    for (const double value : values)
        deviations.push_back(std::pow(value / middle, widening));
}

std::vector<double> drawn(const std::vector<double>& from, std::size_t count, std::mt19937_64& random) {
    std::vector<double> values(count);
    for (double& value : values)
        value = from[random() % from.size()];
    return values;
}

} // namespace

double rank_sum_probability(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.empty() || b.empty()) return 1;
    const std::vector<int> ranks = doubled_ranks(a, b);
    const int sum = std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(a.size()), 0);
    if (ranks.size() > exact_limit) return normal_probability(ranks, a.size(), sum);
    const auto [below, above] = tails(ranks, a.size(), sum);
    return std::min(1.0, 2 * std::min(below, above));
}

std::optional<std::pair<double, double>> ratio_interval(const std::vector<double>& a,
                                                        const std::vector<double>& b, double confidence) {
    const std::size_t k = bound_index(a.size(), b.size(), confidence);
    if (k == 0) return std::nullopt;
    std::vector<double> all = quotients(a, b);
    const double low = kth_smallest(all, k - 1);
    return std::pair(low, kth_smallest(all, all.size() - k));
}

std::optional<double> detectable_ratio(const std::vector<double>& a, const std::vector<double>& b,
                                       double confidence, double power) {
    const std::size_t k = bound_index(a.size(), b.size(), confidence);
    if (k == 0) return std::nullopt;
    std::vector<double> deviations;
    add_deviations(deviations, a);
    add_deviations(deviations, b);
    // A factor is detected if it lifts the lower end of the interval above 1.
    const std::size_t trials = a.size() * b.size() <= 2500 ? 1000 : 200;
    std::mt19937_64 random(20061215);
    std::vector<double> needed;
    for (std::size_t i = 0; i < trials; ++i) {
        std::vector<double> all =
            quotients(drawn(deviations, a.size(), random), drawn(deviations, b.size(), random));
        needed.push_back(1 / kth_smallest(all, k - 1));
    }
    return std::max(1.0, kth_smallest(needed, static_cast<std::size_t>(power * static_cast<double>(trials))));
}

} // namespace loop::statistics
