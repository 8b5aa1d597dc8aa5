#pragma once

#include "report/surface/surface.h"

#include <optional>

/// Quantities derived from a surface. All factors are ratios of MB/s of one process. Functions return nothing
/// if too little was measured.
namespace loop::report {

/// The smallest factor that is reported as a step or a fall.
constexpr double quarter = 1.25;

/// How many times faster the most local end of an axis is than the least local one.
struct LocalityLoss {
    double median = 1; ///< over the lines along the axis
    double least = 1, most = 1;
};

/// temporal_loss: from the smallest alpha to the largest, over all L. spatial_loss: from the largest L to the
/// smallest, over all alphas.
std::optional<LocalityLoss> temporal_loss(const Surface& surface);
std::optional<LocalityLoss> spatial_loss(const Surface& surface);

/// A step between two adjacent lengths: the bandwidth after it is `factor` times the one expected from the
/// slopes on both sides.
struct Step {
    double before = 0, beyond = 0; ///< L
    double factor = 1;
    enum class Where { Everywhere, MostlyRemote, MostlyLocal } where = Where::Everywhere;
};
/// Returns the steps along L of at least 25 % that appear at most alphas, ascending. Needs four lengths.
std::vector<Step> steps(const Surface& surface);

/// The two adjacent alphas between which bandwidth falls fastest as alpha grows.
struct Fall {
    double before = 0, beyond = 0; ///< alpha
    double factor = 1;             ///< median over L
};
/// Returns nothing if no adjacent alphas differ by at least 25 %.
std::optional<Fall> steepest_fall(const Surface& surface);

/// The alpha at which half of all accesses lie within the first bytes of M words: (bytes / 8 M)^alpha = 1/2.
struct Half {
    double alpha = 0;
    std::string where; ///< "L2", or "own rank"
    double bytes = 0;
};
/// For every cache, and for the rank's own words, if these are fewer than M; may be outside the surface.
std::vector<Half> halves(const Surface& surface);

/// The block length that a row (one alpha) needs for a bandwidth, interpolated on logarithmic axes.
struct NeededLength {
    double words = 0;
    bool at_most = false; ///< the shortest block measured suffices
};
std::optional<NeededLength> needed_length(const Surface& surface, std::size_t alpha, double mbs);

/// How many times longer blocks must be at the largest alpha than at the smallest one for the same bandwidth
/// (128 and 16 on the paper's Cheetah and Phoenix at 10 MB/s). `at_least`: at the smallest alpha, the
/// shortest block measured suffices, so the factor may be larger.
struct Exchange {
    double mbs = 0;
    double shortest = 0, longest = 0; ///< L at the smallest alpha, at the largest
    bool at_least = false;
    double factor() const { return longest / shortest; }
};
std::optional<Exchange> exchange(const Surface& surface, double mbs);

/// Returns the bandwidths that the user asked for, or else round ones within the surface: 1, 2, 5, 10, 20,
/// ...; only powers of ten if there are more than six.
std::vector<double> levels(const Surface& surface);
/// Returns the most informative exchange: the one at the highest level with an exact factor, or else any.
std::optional<Exchange> telling_exchange(const Surface& surface);

/// Returns one to about six sentences: extremes, the kind of locality that matters more, steps with possible
/// causes, the exchange, and what was not measured.
std::vector<std::string> findings(const Surface& surface);

} // namespace loop::report
