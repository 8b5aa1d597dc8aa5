#pragma once

#include "trace/read/time_range.h"

#include <functional>
#include <vector>

namespace loop::report {

/// One visit of a site, from Enter to Leave, or to the rank's end if there is no Leave.
struct Visit {
    std::int64_t begin_ns;
    std::int64_t end_ns;
    std::uint32_t site;
    std::uint32_t depth; ///< number of enclosing visits of any kind
};

/// Returns the visits of one rank, ordered by begin. If `wanted` is given, only visits of sites for which it
/// returns true.
std::vector<Visit> visits_of(const Trace& trace, int rank,
                             const std::function<bool(const TraceSite&)>& wanted = {});

} // namespace loop::report
