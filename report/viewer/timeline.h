#pragma once

#include "report/analysis/analysis.h"

#include <functional>
#include <vector>

/// A rank's time as the viewer shows it: interval after interval, each with its state and what was called.
namespace loop::report {

struct Interval {
    std::int64_t begin_ns;
    std::uint32_t site; ///< innermost site that is no phase; no_site: host code
    State state;
    bool begins_call; ///< a call of `site` begins with it
};

using TakeInterval = std::function<void(const Interval&)>;

/// Without gaps over `range`, in the order of time; the last one ends with the range. None is empty, and a
/// call that lasted no time is none.
void for_each_interval(const RankTrace& rank, const std::vector<TraceSite>& sites, const RankStates& states,
                       TimeRange range, const TakeInterval& take);

/// All of them; room is made for `expected`.
std::vector<Interval> intervals_of(const RankTrace& rank, const std::vector<TraceSite>& sites,
                                   const RankStates& states, TimeRange range, std::size_t expected = 0);

} // namespace loop::report
