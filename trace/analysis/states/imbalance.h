#pragma once

#include "trace/analysis/states/states.h"

#include <optional>
#include <vector>

namespace loop::report {

/// How evenly busy time is distributed over the ranks.
struct Imbalance {
    std::int64_t min_ns = 0;
    std::int64_t max_ns = 0;
    double mean_ns = 0;
    int min_rank = 0;
    int max_rank = 0;

    /// max / mean - 1 in percent: how much longer the busiest rank works than the average. 0 if no rank was
    /// busy.
    double percent() const;
};

/// Considers ranks with a measured time, but not the one that only deals out tasks (dealer_of). Returns
/// nothing if there are none, or if the states of one of them are not known.
std::optional<Imbalance> imbalance_of(const std::vector<StateTimes>& by_rank,
                                      const std::optional<int>& dealer = {});

} // namespace loop::report
