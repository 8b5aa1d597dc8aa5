#pragma once

#include "report/trace/time_range.h"

#include <functional>
#include <vector>

namespace loop::report {

/// One visit of a site, from Enter to Leave. Without a Leave it ends with its rank.
struct Visit {
    std::int64_t begin_ns;
    std::int64_t end_ns;
    std::uint32_t site;
    std::uint32_t depth; ///< how many visits of any kind are around it
};

/// Of one rank, in the order of their begins; of the sites that `wanted` says, or of all.
std::vector<Visit> visits_of(const Trace& trace, int rank,
                             const std::function<bool(const TraceSite&)>& wanted = {});

} // namespace loop::report
