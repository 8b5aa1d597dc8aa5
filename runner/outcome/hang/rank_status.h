#pragma once

#include "runner/outcome/ranks/rank_outcome.h"

#include <string>
#include <vector>

namespace loop::runner {

/// Status of the ranks: where each waits, for which ranks and how long, or computes, or has ended; one
/// sentence per group of ranks with the same status. `stall_seconds`: stall time per rank in seconds; may be
/// empty.
std::vector<std::string> rank_status_messages(const std::vector<RankOutcome>& ranks,
                                              const std::string& source,
                                              const std::vector<double>& stall_seconds = {});

} // namespace loop::runner
