#pragma once

#include "trace/analysis/states/states.h"

#include <array>
#include <vector>

namespace loop::report {

/// ParaGraph's utilization count: how many ranks are in each state over time.
struct UtilizationCount {
    /// The number of ranks, averaged over the bin; indexed by state, then by bin.
    std::array<std::vector<double>, state_count> ranks;
};
UtilizationCount utilization_count(const std::vector<RankStates>& ranks, const TimeGrid& grid);

/// ParaGraph's concurrency profile: the percentage of time for which exactly k ranks were in a state. An
/// instant counts once for each rank that is measured then, so 100 % is the measured time summed over all
/// ranks.
struct ConcurrencyProfile {
    /// Indexed by state, then by k from 0 to the number of ranks. Sums to 100 for each state if anything was
    /// measured.
    std::array<std::vector<double>, state_count> percent;
    std::int64_t base_ns = 0; ///< measured time within the range, summed over all ranks
};
ConcurrencyProfile concurrency_profile(const std::vector<RankStates>& ranks, TimeRange range);

} // namespace loop::report
