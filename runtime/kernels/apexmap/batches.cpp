#include "kernels/apexmap/batches.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace loop::runtime::apexmap {
namespace {

constexpr double max_outside = 0.05; // probability that the median is not in its interval

// Returns the most values that may be left out at each end of n sorted ones, so that the median is still
// between the others with the wanted probability; -1: none can.
long long left_out(std::size_t n) {
    const auto count = static_cast<double>(n);
    double outside = 0;
    long long k = -1;
    for (std::size_t left = 0; left < n; ++left) {
        const auto below = static_cast<double>(left);
        // The probability that exactly `below` of n values are less than the median.
        outside += 2 * std::exp(std::lgamma(count + 1) - std::lgamma(below + 1) -
                                std::lgamma(count - below + 1) - count * std::log(2.0));
        if (outside > max_outside) break;
        k = static_cast<long long>(left);
    }
    return k;
}

} // namespace

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double width_of_median(std::vector<double> values) {
    const long long k = left_out(values.size());
    if (k < 0) return -1;
    std::sort(values.begin(), values.end());
    const auto low = static_cast<std::size_t>(k);
    return (values[values.size() - 1 - low] - values[low]) / median_of(values);
}

long long more_batches(const Progress& seen) {
    const auto done = static_cast<long long>(seen.batches.size());
    if (done == 0) return 1;
    if (seen.passed_seconds >= most_times_seconds * seen.wanted_seconds || done >= most_batches) return 0;
    const double width = width_of_median(seen.batches);
    if (seen.timed_seconds >= seen.wanted_seconds && width >= 0 && width <= wanted_width) return 0;
    return std::max(1LL, done / 4);
}

} // namespace loop::runtime::apexmap
