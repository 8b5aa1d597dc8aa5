#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace loop::statistics {

/// Of at least one value; the mean of the two middle ones for an even count.
double median(std::vector<double> values);

/// An interval that holds the median of the distribution with at least `confidence`, between two of the
/// values (order statistics, no assumption about the distribution). None if too few values are there: 95 %
/// takes 6.
std::optional<std::pair<double, double>> median_interval(std::vector<double> values,
                                                         double confidence = 0.95);

/// Width of that interval over the median; none if there is no interval or the median is 0.
std::optional<double> relative_width(const std::vector<double>& values);

} // namespace loop::statistics
