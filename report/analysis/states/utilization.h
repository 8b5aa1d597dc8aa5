#pragma once

#include "report/analysis/states/states.h"

#include <array>
#include <vector>

namespace loop::report {

/// ParaGraph's utilization count: how many ranks are in a state over time.
struct UtilizationCount {
    /// By state, then by bin: the number of ranks, averaged over the time of the bin.
    std::array<std::vector<double>, state_count> ranks;
};
UtilizationCount utilization_count(const std::vector<RankStates>& ranks, const TimeGrid& grid);

/// ParaGraph's concurrency profile: share of the measured time of all ranks together (percent), the base of
/// their states, for which exactly k of them were in a state. A time at which fewer ranks are measured weighs
/// less, one at which none is measured nothing.
struct ConcurrencyProfile {
    /// By state, then by k from 0 to the number of ranks; each state's make 100 where anything was measured.
    std::array<std::vector<double>, state_count> percent;
    std::int64_t base_ns = 0; ///< the measured time of all ranks within the range
};
ConcurrencyProfile concurrency_profile(const std::vector<RankStates>& ranks, TimeRange range);

} // namespace loop::report
