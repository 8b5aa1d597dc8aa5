#pragma once

#include "report/analysis/states.h"

#include <array>
#include <vector>

namespace loop::report {

/// ParaGraph's utilization count: how many ranks are in a state over time.
struct UtilizationCount {
    /// By state, then by bin: the number of ranks, averaged over the time of the bin.
    std::array<std::vector<double>, state_count> ranks;
};
UtilizationCount utilization_count(const std::vector<RankStates>& ranks, const TimeGrid& grid);

/// ParaGraph's concurrency profile: share of the time (percent) for which exactly k ranks were in a state.
struct ConcurrencyProfile {
    /// By state, then by k from 0 to the number of ranks; each state's make 100.
    std::array<std::vector<double>, state_count> percent;

    double average(State state) const; ///< ranks in that state, averaged over time
};
ConcurrencyProfile concurrency_profile(const std::vector<RankStates>& ranks, TimeRange range);

} // namespace loop::report
