#pragma once

#include "runner/interrupts.h"
#include "runner/rank_outcome.h"

namespace loop::runner {

/// Finds the lines of the MPI calls of host text where ranks are, by the debug information of `program`
/// (`addr2line`, which comes with every compiler). `folder` receives a file.
void find_call_places(std::vector<RankOutcome>& ranks, const std::filesystem::path& program,
                      const std::string& source, const std::filesystem::path& folder, Interrupts& interrupts);

} // namespace loop::runner
