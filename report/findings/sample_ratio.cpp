#include "report/findings/sample_ratio.h"

#include "base/statistics/rank_sum.h"

#include <algorithm>

namespace loop::report {

bool is_exact(const Samples& samples) {
    const std::vector<double>& values = samples.values;
    return samples.repeat && !values.empty() &&
           std::all_of(values.begin(), values.end(), [&](double value) { return value == values[0]; });
}

std::optional<std::pair<double, double>> sample_ratio(const Samples& a, const Samples& b) {
    if (!is_exact(a) || !is_exact(b)) return statistics::ratio_interval(a.values, b.values, 0.95);
    const double ratio = b.values[0] / a.values[0];
    return std::pair(ratio, ratio);
}

} // namespace loop::report
