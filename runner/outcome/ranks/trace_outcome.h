#pragma once

#include "runner/outcome/ranks/rank_outcome.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loop::runner {

/// Looks what each rank recorded, once nothing of the launch lives any more: a rank that dies writes its
/// trace late. From its record, or, where that is missing, from the header of its trace file.
void find_traces(std::vector<RankOutcome>& outcomes, const std::filesystem::path& folder);

/// "the trace of ranks 0 and 1 lacks ...", one sentence each; empty where all was recorded that should be.
std::vector<std::string> trace_losses(const std::vector<RankOutcome>& outcomes);

/// What kept trace files from being written.
std::vector<std::string> trace_failures(const std::vector<RankOutcome>& outcomes);

} // namespace loop::runner
