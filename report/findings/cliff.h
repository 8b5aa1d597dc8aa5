#pragma once

#include "report/findings/sample_ratio.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace loop::report {

/// A point of a curve, whose number and samples are above 0.
struct ValuePoint {
    double number = 0;
    double value = 0;
    Samples samples;
};

/// Where a curve jumps, and goes on as before.
struct Cliff {
    std::size_t below = 0; ///< the last point before it
    double jump = 1;       ///< the next value, relative to what the other steps suggest; above or below 1
};

/// Of ascending points, at least 4. From each point to the next, values grow by about the same power of the
/// number, but for one step between two others, in which they jump by half or more, or fall by a third or
/// more. A smooth curve has no such step, as its powers rise or fall from step to step. Nothing if the
/// samples do not show the jump, or are too few to show anything.
std::optional<Cliff> cliff_of(const std::vector<ValuePoint>& points);

} // namespace loop::report
