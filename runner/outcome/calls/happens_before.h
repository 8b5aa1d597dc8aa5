#pragma once

#include "runner/outcome/calls/traffic.h"

#include <optional>

namespace loop::runner {

/// How many calls of each rank are known to have come before an event, by rank.
using VectorClock = std::vector<std::uint32_t>;

/// The clock of each send, from messages and collective operations. An operation orders all calls of its
/// members before and after it, so fewer calls count as concurrent than MPI allows. Empty if the order
/// does not follow from the logs: they must all be whole, and nothing else may order ranks.
std::optional<std::map<const LoggedCall*, VectorClock>> clocks_of_sends(const CallLogs& logs,
                                                                        const Traffic& traffic);

} // namespace loop::runner
