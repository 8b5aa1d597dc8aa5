#pragma once

#include "report/surface/surface.h"

#include <optional>

/// Quantities derived from a surface. All factors are ratios of bandwidths (in MB/s of one rank). Functions
/// return nothing if the surface has too few measured points.
namespace loop::report {

/// The smallest factor that counts as a step or a fall: 25 %.
constexpr double quarter = 1.25;

/// The bandwidth at the most local end of an axis, divided by that at the least local end.
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
/// Returns the steps along L of at least 25 %, in ascending order. A step must go in the same direction at
/// two thirds of the mostly remote alphas, or at two thirds of the mostly local alphas. Needs four lengths.
std::vector<Step> steps(const Surface& surface);

/// The two adjacent alphas between which bandwidth falls fastest as alpha grows.
struct Fall {
    double before = 0, beyond = 0; ///< alpha
    double factor = 1;             ///< median over L
};
/// Returns nothing if no adjacent alphas differ by at least 25 %.
std::optional<Fall> steepest_fall(const Surface& surface);

/// Half::where of a rank's own words.
constexpr const char* own_words = "own rank";

/// The alpha at which half of all accesses go to the first `bytes` bytes of the M words: (bytes/8M)^alpha =
/// 1/2.
struct Half {
    double alpha = 0;
    std::string where; ///< "L2", or own_words
    double bytes = 0;
};
/// Returns one for each cache that is smaller than the M words. If the M words are distributed over several
/// ranks, also returns one for a rank's own words. An alpha may be outside the surface.
std::vector<Half> halves(const Surface& surface);

/// The block length at which a row (one alpha) reaches a bandwidth, interpolated on logarithmic axes.
struct NeededLength {
    double words = 0;
    bool at_most = false; ///< the shortest measured block suffices
};
std::optional<NeededLength> needed_length(const Surface& surface, std::size_t alpha, double mbs);

/// The block lengths with the same bandwidth at the smallest and at the largest alpha, and their ratio. At 10
/// MB/s, the paper's Cheetah has a factor of 128, and Phoenix 16. `at_least`: at the smallest alpha, the
/// shortest measured block suffices, so the factor may be larger.
struct Exchange {
    double mbs = 0;
    double shortest = 0, longest = 0; ///< L at the smallest alpha, at the largest
    bool at_least = false;
    double factor() const { return longest / shortest; }
};
std::optional<Exchange> exchange(const Surface& surface, double mbs);

/// Returns the bandwidths that the user requested. By default, returns round ones within the surface: 1, 2,
/// 5, 10, 20, ..., or only powers of ten if there are more than six.
std::vector<double> levels(const Surface& surface);
/// Returns the exchange at the highest level whose factor is exact. If no factor is exact, returns the one at
/// the highest level.
std::optional<Exchange> telling_exchange(const Surface& surface);

/// Returns one to about six sentences: extremes, the kind of locality that matters more, steps with possible
/// causes, the exchange, and what was not measured.
std::vector<std::string> findings(const Surface& surface);

} // namespace loop::report
