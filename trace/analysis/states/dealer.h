#pragma once

#include "trace/analysis/states/states.h"

#include <optional>

namespace loop::report {

/// The rank that only deals out tasks in `\DEAL`: no rank receives more messages there, it is there for most
/// of its measured time, and it computes next to nothing. Its lack of work is no imbalance.
std::optional<int> dealer_of(const Trace& trace, const std::vector<RankStates>& states,
                             const std::vector<StateTimes>& times_by_rank);

/// Whether the site is a `\DEAL`.
bool is_deal(const Trace& trace, std::uint32_t site);

} // namespace loop::report
