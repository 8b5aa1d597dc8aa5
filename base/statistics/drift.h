#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

/// Compares two samples that were measured one after the other, not alternately. Their difference includes
/// drift over time, and consecutive values are more similar than others. The values of a sample are in the
/// order of measurement. They must be positive, and may have any distribution.
namespace loop::statistics {

/// Returns the geometric means of five blocks of consecutive values, or the values themselves if there are
/// fewer than ten.
std::vector<double> blocks(const std::vector<double>& values);

/// The factor, at least 1, by which two samples measured one after the other are expected to differ due to
/// drift alone. A sample's change is the log of this quotient: the geometric mean of its second half divided
/// by that of its first half. The result is exp(2 d), where d is the root mean square of both samples'
/// changes. It is 2 d because the centers of two samples are twice as far apart as the centers of two
/// halves. Returns 1 if both samples have fewer than two values.
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
