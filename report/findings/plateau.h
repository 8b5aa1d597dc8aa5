#pragma once

#include "report/findings/scaling_conclusions.h"

#include <optional>

namespace loop::report {

/// From where on more ranks make no difference.
struct Plateau {
    std::size_t begin = 0;     ///< the first of at least three points
    double largest_change = 0; ///< by which later times differ at most from that point's, as a fraction
};

/// Up to the last point, which has at least four times the ranks, times stay the same: medians within 5 %,
/// and the intervals of the launches within 10 %. Before it, more ranks helped: the point before takes at
/// least 1.1 times as long, and the first one 1.2 times. Nothing if a law without a plateau describes the
/// times about as well as the work of which no more ranks than these have a part, or if there are too few
/// launches to decide.
std::optional<Plateau> plateau_of(const ScalingCurve& curve);

} // namespace loop::report
