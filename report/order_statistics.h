#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace loop::report {

/// An interval that holds the median of the distribution with at least 95 % confidence, between two of the
/// values (order statistics, no assumption about the distribution). None below 6 values: no such interval
/// exists there.
std::optional<std::pair<double, double>> median_interval(std::vector<double> values);

double median(std::vector<double> values);

} // namespace loop::report
