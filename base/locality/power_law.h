#pragma once

#include <vector>

/// Blocks drawn one by one and independently, block k of K with P(block < k) = (k/K)^alpha (Strohmaier and
/// Shan, Euro-Par 2005): how long ago a block was drawn before, and which law of this kind a stream shows.
/// Pure.
namespace loop::locality {

struct PowerLaw {
    double alpha;  ///< above 0, at most 1
    double blocks; ///< K, at least 1
};

/// What a stream of `draws` shows: for each of growing times a (in draws), how many touches were made later
/// than the one before and at most a after their block's last touch; and how many were the first.
struct ReuseTimes {
    std::vector<double> until; ///< a, growing
    std::vector<double> count; ///< a count each
    double first = 0;
    double draws = 0;

    double touches() const;
    double again() const { return touches() - first; }
};

/// For each of the times, the part of draws whose block was not drawn within so many draws before, on average
/// over a stream of `draws` draws that begins with the first.
std::vector<double> not_reused(const PowerLaw& law, const std::vector<double>& times, double draws);

struct PowerLawFit {
    PowerLaw law;
    /// The greatest difference between the parts of touches, seen and by the law, that come within some time.
    double ks_distance;
};

/// Beyond this a stream is not of this kind.
constexpr double max_ks_distance = 0.1;

/// The law that makes the times most likely, with least_blocks <= K <= most_blocks; where the times cannot
/// tell K from most_blocks or alpha from 1, they are that. K is least_blocks where no law fits. Where no
/// block is touched again alpha is 1 and K most_blocks.
PowerLawFit fit_power_law(const ReuseTimes& seen, double min_blocks, double max_blocks);

} // namespace loop::locality
