#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

/// Compares two independent samples of positive values by ranks (Wilcoxon 1945; Mann and Whitney 1947). The
/// only assumption about their distributions is that one is a multiple of the other.
namespace loop::statistics {

/// The two-sided p-value of the rank-sum test: the probability of a rank sum at least as extreme if both
/// samples have the same distribution. Exact, also with ties, for up to 60 values in both samples together;
/// otherwise the normal approximation.
double rank_sum_probability(const std::vector<double>& a, const std::vector<double>& b);

/// The confidence interval, with at least `confidence`, of the factor by which `b` is greater than `a`: order
/// statistics of all quotients (Hodges and Lehmann 1963). Excludes 1 if the rank-sum test is significant.
/// Empty if the samples are too small for any decision.
std::optional<std::pair<double, double>> ratio_interval(const std::vector<double>& a,
                                                        const std::vector<double>& b, double confidence);

/// The smallest factor above 1 that would be detected with probability `power` in samples that vary as much
/// as these. Resamples the deviations of both samples from their medians, with a fixed seed. Empty if
/// ratio_interval() is.
std::optional<double> detectable_ratio(const std::vector<double>& a, const std::vector<double>& b,
                                       double confidence, double power);

} // namespace loop::statistics
