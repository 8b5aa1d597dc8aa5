#pragma once

#include "runner/outcome/ranks/rank_outcome.h"

#include <string>
#include <vector>

namespace loop::runner {

/// Returns the status of the ranks, one sentence per group of ranks with the same status: where they wait,
/// for which ranks, and for how long, or that they compute or have ended. `stall_seconds` holds the stall
/// time of each rank in seconds; it may be empty.
std::vector<std::string> rank_status_messages(const std::vector<RankOutcome>& ranks,
                                              const std::string& source,
                                              const std::vector<double>& stall_seconds = {});

} // namespace loop::runner
