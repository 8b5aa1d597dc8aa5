#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

/// Two independent samples of positive values, compared by ranks (Wilcoxon 1945; Mann and Whitney 1947):
/// nothing is supposed of their distribution but that one is a multiple of the other.
namespace loop::statistics {

/// Two-sided probability of a rank sum at least as far out when both samples are of one distribution.
/// Exact, also with ties, up to 60 values together; by the normal approximation above.
double rank_sum_probability(const std::vector<double>& a, const std::vector<double>& b);

/// The factor by which `b` is greater than `a`, as an interval that holds it with at least `confidence`:
/// order statistics of all quotients (Hodges and Lehmann 1963). It leaves 1 out where the rank-sum test
/// decides. None if the samples are too small for any decision.
std::optional<std::pair<double, double>> ratio_interval(const std::vector<double>& a,
                                                        const std::vector<double>& b, double confidence);

/// The smallest factor above 1 that samples scattered like these would show with probability `power`:
/// resampled from the deviations of both from their medians, with a fixed seed. None as for ratio_interval().
std::optional<double> detectable_ratio(const std::vector<double>& a, const std::vector<double>& b,
                                       double confidence, double power);

} // namespace loop::statistics
