#pragma once

#include "trace/analysis/analysis.h"

#include <functional>
#include <vector>

/// A rank's time as the viewer shows it: consecutive intervals, each with its state and its site.
namespace loop::report {

struct Interval {
    std::int64_t begin_ns;
    std::uint32_t site; ///< innermost site that is not a phase; no_site: host code
    State state;
    bool begins_call; ///< a call of `site` begins with this interval
};

using TakeInterval = std::function<void(const Interval&)>;

/// Calls `take` with the intervals of `range`, in the order of time and without gaps; the last one ends with
/// the range. There are no empty intervals, so a call of zero length has none.
void for_each_interval(const RankTrace& rank, const std::vector<TraceSite>& sites, const RankStates& states,
                       TimeRange range, const TakeInterval& take);

/// Returns all intervals. Reserves memory for `expected` of them.
std::vector<Interval> intervals_of(const RankTrace& rank, const std::vector<TraceSite>& sites,
                                   const RankStates& states, TimeRange range, std::size_t expected = 0);

} // namespace loop::report
