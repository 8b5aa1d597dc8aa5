#pragma once

#include "runner/outcome/ranks/rank_outcome.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loop::runner {

inline constexpr std::string_view trace_version = "loop-trace/1"; ///< the first line of a trace file

std::filesystem::path trace_file(const std::filesystem::path& records, int rank);

/// The second line of a trace file (docs/trace-format.md); empty for anything else, and where it has no end.
std::string trace_header(const std::filesystem::path& path);

/// Looks what each rank recorded, once nothing of the launch lives any more: a rank that dies writes its
/// trace late. From its record, or, where that is missing, from the header of its trace file.
void find_traces(std::vector<RankOutcome>& outcomes, const std::filesystem::path& folder);

/// "the trace of ranks 0 and 1 lacks ...", one sentence each; empty if all was recorded that should be.
std::vector<std::string> trace_losses(const std::vector<RankOutcome>& outcomes);

/// What kept trace files from being written.
std::vector<std::string> trace_failures(const std::vector<RankOutcome>& outcomes);

} // namespace loop::runner
