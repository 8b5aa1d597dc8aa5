#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace loop::statistics {

/// Requires at least one value. For an even count, returns the mean of the two middle values.
double median(std::vector<double> values);

/// A confidence interval of the median, with at least `confidence`. Its bounds are two of the values (order
/// statistics), for any distribution. Empty if there are too few values: 95 % needs 6.
std::optional<std::pair<double, double>> median_interval(std::vector<double> values,
                                                         double confidence = 0.95);

/// The width of that interval divided by the median; empty if there is no interval or the median is 0.
std::optional<double> relative_width(const std::vector<double>& values);

} // namespace loop::statistics
