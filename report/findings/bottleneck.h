#pragma once

#include "report/analysis/analysis.h"

#include <optional>
#include <vector>

namespace loop::report {

/// Ranks that have something to do nearly all the time, while the others wait. They send and receive much
/// more than these, so they need not compute longer. Times are averages, in nanoseconds.
struct Bottleneck {
    std::vector<int> ranks;           ///< in ascending order
    double computing_ns, handling_ns; ///< of one of them; handling: sending and receiving (State::Overhead)
    double others_ns;                 ///< both, of another rank
};

/// Nothing if there are no such ranks, or more than a third of all (half of two).
std::optional<Bottleneck> bottleneck(const Analysis& analysis);

} // namespace loop::report
