#pragma once

#include "report/surface/surface.h"

#include <optional>

/// What a surface shows, computed. All factors are of MB/s of one process; nothing is said where too little
/// was measured.
namespace loop::report {

/// The smallest factor that is reported as a difference: a step or a fall.
constexpr double quarter = 1.25;

/// How many times faster the most local end of an axis is than the least local one.
struct LocalityLoss {
    double median = 1; ///< over the lines along the axis
    double least = 1, most = 1;
};

/// From the smallest alpha to the largest, over the Ls; from the largest L to the smallest, over the alphas.
std::optional<LocalityLoss> temporal_loss(const Surface& surface);
std::optional<LocalityLoss> spatial_loss(const Surface& surface);

/// A bend between two neighbouring lengths: the bandwidth beyond is `factor` times what the slopes before and
/// behind let expect.
struct Step {
    double before = 0, beyond = 0; ///< L
    double factor = 1;
    enum class Where { Everywhere, MostlyRemote, MostlyLocal } where = Where::Everywhere;
};
/// Steps along L of at least a quarter that most alphas show, ascending. Needs four lengths.
std::vector<Step> steps(const Surface& surface);

/// Where bandwidth falls fastest with growing alpha: between two neighbouring ones.
struct Fall {
    double before = 0, beyond = 0; ///< alpha
    double factor = 1;             ///< median over L
};
/// Nothing where no neighbours differ by a quarter.
std::optional<Fall> steepest_fall(const Surface& surface);

/// The alpha at which half of all accesses lie within the first bytes of M words: (bytes / 8 M)^alpha = 1/2.
struct Half {
    double alpha = 0;
    std::string where; ///< "L2", or "own rank"
    double bytes = 0;
};
/// For every cache and for the own rank's words, where these are fewer than M; also outside of the surface.
std::vector<Half> halves(const Surface& surface);

/// The words of a block that a row needs for a bandwidth: between the lengths by lines on logarithmic axes.
struct NeededLength {
    double words = 0;
    bool at_most = false; ///< the shortest block measured is enough
};
std::optional<NeededLength> needed_length(const Surface& surface, std::size_t alpha, double mbs);

/// How many times longer blocks must be at the largest alpha than at the smallest for the same bandwidth
/// (128 and 16 on the paper's Cheetah and Phoenix at 10 MB/s). `at_least`: the shortest block is enough at
/// the smallest alpha, and more than enough maybe.
struct Exchange {
    double mbs = 0;
    double shortest = 0, longest = 0; ///< L at the smallest alpha, at the largest
    bool at_least = false;
    double factor() const { return longest / shortest; }
};
std::optional<Exchange> exchange(const Surface& surface, double mbs);

/// The bandwidths that the reader asked for; else round ones (1, 2, 5 and their tens; only tens where there
/// are more than six) within the surface.
std::vector<double> levels(const Surface& surface);
/// The most telling level: the exchange is known, and the shortest block is not more than enough.
std::optional<Exchange> telling_exchange(const Surface& surface);

/// One to about six sentences: extremes, the less tolerated locality, steps with possible
/// causes, the exchange, what was not measured.
std::vector<std::string> findings(const Surface& surface);

} // namespace loop::report
