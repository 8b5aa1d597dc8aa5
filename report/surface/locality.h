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

/// Whether some accesses may go to other ranks.
bool has_remote_words(const Surface& surface);
/// Whether the power law says which part of the accesses of a rank is in its caches, in its memory, and on
/// other ranks. Not with SHIFT: false: rank 0 reads its own words most often, all others those of rank 0.
bool knows_parts(const Surface& surface);
/// The fraction of the accesses that go to other ranks: as counted, or by the power law if it is unknown.
double remote_part(const Surface& surface, std::size_t alpha, std::size_t length);
/// The fraction of a row's time between `length` and the next one that words of other ranks take, if the time
/// per word is a mean of that of the rank's own words and that of other ranks' words, and each is the same
/// for all alphas.
double remote_time_share(const Surface& surface, std::size_t alpha, std::size_t length);

/// A step between two adjacent lengths: the bandwidth of the words that it concerns is `factor` times the one
/// that is expected from the lengths on both sides. MostlyRemote: it concerns the words of other ranks, so
/// each alpha shows it as far as these take its time. MostlyLocal: it concerns a rank's own words.
struct Step {
    double before = 0, beyond = 0; ///< L
    double factor = 1;
    enum class Where { Everywhere, MostlyRemote, MostlyLocal } where = Where::Everywhere;
};
/// Returns the steps along L of at least 25 %, in ascending order. A smooth row (one alpha) follows a law: a
/// start-up time per block and a time per word. A step must exceed the scatter of all rows around their laws
/// (3.4 standard errors if times scatter by 10 %, 3.8 if by 20 %), so a disturbed surface has none. Two
/// thirds of the rows, weighted by their shares of the time, must have its sign, and so must what the slopes
/// of the neighboring intervals leave. Needs 4 to 100 lengths. If the parts of the accesses are unknown
/// (knows_parts), a step concerns all words.
std::vector<Step> steps(const Surface& surface);

/// The two adjacent alphas between which bandwidth falls fastest for each power of alpha.
struct Fall {
    double before = 0, beyond = 0; ///< alpha
    double factor = 1;             ///< median over L
};
/// Returns nothing if no adjacent alphas differ by at least 25 %, and by four standard errors of the median.
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
/// ranks, also returns one for a rank's own words. An alpha may be outside the surface. Returns none if the
/// parts of the accesses are unknown (knows_parts).
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
