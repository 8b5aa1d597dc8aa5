#pragma once

#include "report/analysis/analysis.h"

#include <optional>

namespace loop::report {

/// A rank that has something to do nearly all the time, while the others wait. It sends and receives much
/// more than they, so it need not compute longer.
struct Bottleneck {
    int rank;
    double computing_ns, handling_ns; ///< handling: sending and receiving (State::Overhead)
    double others_ns;                 ///< both, of another rank on average
};

/// Nothing if the critical path is mostly elsewhere.
std::optional<Bottleneck> bottleneck(const Analysis& analysis);

} // namespace loop::report
