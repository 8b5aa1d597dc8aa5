#pragma once

#include "runner/outcome/ranks/rank_outcome.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace loop::runner {

inline constexpr std::string_view trace_version = "loop-trace/1"; ///< the first line of a trace file

std::filesystem::path trace_file(const std::filesystem::path& records, int rank);

/// The second line of a trace file (docs/trace-format.md); empty if the file is not a trace or the line is
/// incomplete.
std::string trace_header(const std::filesystem::path& path);

/// Determines what each rank traced: from its record or, if that is missing, from the header of its trace
/// file. Call it after all processes of the launch have ended, because a dying rank writes its trace late.
void find_traces(std::vector<RankOutcome>& outcomes, const std::filesystem::path& folder);

/// "the trace of ranks 0 and 1 lacks ...", one sentence each; empty if nothing is missing.
std::vector<std::string> trace_losses(const std::vector<RankOutcome>& outcomes);

/// Errors that prevented trace files from being written.
std::vector<std::string> trace_failures(const std::vector<RankOutcome>& outcomes);

} // namespace loop::runner
