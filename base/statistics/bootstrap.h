#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace loop::statistics {

/// The number of resamples: enough for the ends of a 95 % interval, and quick for hundreds of points.
constexpr int resamples = 400;

/// Returns a percentile bootstrap interval (Efron 1979) of a figure that is computed from the medians of
/// several samples, such as the slope of a fitted line: each resample draws every sample anew, with
/// replacement. The same samples always give the same interval. Empty if a sample has fewer than 3 values, or
/// if the figure is unknown for more than one resample in ten.
std::optional<std::pair<double, double>>
bootstrap_interval(const std::vector<std::vector<double>>& samples,
                   const std::function<std::optional<double>(const std::vector<double>& medians)>& figure,
                   double confidence = 0.95);

} // namespace loop::statistics
