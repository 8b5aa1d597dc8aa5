#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

/// Two samples that were not taken in turn, each in the order of its measurement: their difference includes
/// what changed over time, and neighbors are more similar than others. Positive values; nothing is supposed
/// of their distribution.
namespace loop::statistics {

/// Consecutive values as one each, their geometric mean: five blocks of at least two where there are ten
/// values, and each by itself where there are fewer.
std::vector<double> blocks(const std::vector<double>& values);

/// By how much, as a factor of at least 1, one sample is expected to differ from the one that was taken next
/// to it for no other reason than time: twice what the halves of both differ by, as a root of the mean
/// square, since the middles of samples are twice as far apart as those of halves. 1 where both have fewer
/// than two values.
double drift_between(const std::vector<double>& a, const std::vector<double>& b);

/// ratio_interval() of the blocks, which are what is permuted, wider by the drift on both sides. None if
/// there are too few.
std::optional<std::pair<double, double>>
ratio_interval_apart(const std::vector<double>& a, const std::vector<double>& b, double confidence);

/// rank_sum_probability() of the blocks after the drift has moved them towards each other; 1 where it is as
/// large as what they differ by. ratio_interval_apart() leaves 1 out where it decides.
double rank_sum_probability_apart(const std::vector<double>& a, const std::vector<double>& b);

/// detectable_ratio() of the blocks, and the drift above it.
std::optional<double> detectable_ratio_apart(const std::vector<double>& a, const std::vector<double>& b,
                                             double confidence, double power);

} // namespace loop::statistics
