#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

/// Compares two samples that were not measured alternately, each in the order of measurement. Their
/// difference includes drift over time, and consecutive values are more similar than others. Values must be
/// positive; their distribution may be any.
namespace loop::statistics {

/// Returns the geometric means of five blocks of consecutive values, or the values themselves if there are
/// fewer than ten.
std::vector<double> blocks(const std::vector<double>& values);

/// The factor, at least 1, by which two samples measured one after the other are expected to differ due to
/// drift alone. It is estimated from the log ratios of each sample's halves: their root mean square, doubled,
/// since the centers of the samples are twice as far apart as those of the halves. 1 if both samples have
/// fewer than two values.
double drift_between(const std::vector<double>& a, const std::vector<double>& b);

/// ratio_interval() of the blocks, widened by the drift on both sides. Empty if there are too few blocks.
std::optional<std::pair<double, double>>
ratio_interval_sequential(const std::vector<double>& a, const std::vector<double>& b, double confidence);

/// rank_sum_probability() of the blocks after moving them towards each other by the drift; 1 if the drift is
/// as large as the difference of the samples. If the probability is significant, ratio_interval_sequential()
/// excludes 1.
double rank_sum_probability_sequential(const std::vector<double>& a, const std::vector<double>& b);

/// detectable_ratio() of the blocks, times the drift.
std::optional<double> detectable_ratio_sequential(const std::vector<double>& a, const std::vector<double>& b,
                                                  double confidence, double power);

} // namespace loop::statistics
