#pragma once

#include <vector>

/// Blocks drawn independently from K blocks with P(block < k) = (k/K)^alpha (Strohmaier and Shan, Euro-Par
/// 2005): the distribution of reuse times, and the law that fits a stream best. No side effects.
namespace loop::locality {

struct PowerLaw {
    double alpha;  ///< above 0, at most 1
    double blocks; ///< K, at least 1
};

/// The observed reuse times of a stream, in draws: `count[k]` touches came more than `until[k - 1]` and at
/// most `until[k]` draws after the previous touch of their block.
struct ReuseTimes {
    std::vector<double> until; ///< upper ends of the bins, ascending
    std::vector<double> count; ///< number of touches in each bin
    double first = 0;
    double draws = 0;
    double streams = 1; ///< how many streams were counted, each of as many draws

    double touches() const;
    double again() const { return touches() - first; }
};

/// For each time t, the fraction of draws whose block was not drawn in the previous t draws, as the average
/// over a stream of `draws` draws from its beginning.
std::vector<double> not_reused(const PowerLaw& law, const std::vector<double>& times, double draws);

struct PowerLawFit {
    PowerLaw law;
    /// The Kolmogorov-Smirnov distance: the max difference between the observed and the predicted cumulative
    /// distribution of reuse times.
    double ks_distance;
};

/// A stream with a greater distance does not follow such a law.
constexpr double max_ks_distance = 0.1;

/// Returns the maximum-likelihood law with min_blocks <= K <= max_blocks. If the times cannot distinguish K
/// from max_blocks, or alpha from 1, the result has these values. If no law fits, K is min_blocks. If no
/// block is touched again, alpha is 1 and K is max_blocks.
PowerLawFit fit_power_law(const ReuseTimes& seen, double min_blocks, double max_blocks);

} // namespace loop::locality
