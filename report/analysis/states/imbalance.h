#pragma once

#include "report/analysis/states/states.h"

#include <optional>
#include <vector>

namespace loop::report {

/// How evenly the busy time lies on the ranks.
struct Imbalance {
    std::int64_t min_ns = 0;
    std::int64_t max_ns = 0;
    double mean_ns = 0;
    int min_rank = 0;
    int max_rank = 0;

    /// max / mean - 1, in percent: how much sooner it would end if it were even. 0 where nothing was busy.
    double percent() const;
};

/// Of the ranks that were recorded; nothing where none was.
std::optional<Imbalance> imbalance_of(const std::vector<StateTimes>& by_rank);

} // namespace loop::report
