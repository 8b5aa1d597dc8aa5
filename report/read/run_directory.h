#pragma once

#include "report/read/run.h"
#include "trace/read/trace.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::report {

/// The files of a finished run (docs/run-format.md).
struct RunDirectory {
    RunRecord run;
    bool is_imported = false;   ///< from another tool's archive, which has only a trace
    int launch = 1;             ///< the launch that `trace` belongs to, from 1
    std::optional<Trace> trace; ///< nothing if none was recorded
    /// Contradictions in the run's sheet. They are reasons in addition to those of the verdict in run.json.
    std::vector<std::string> contradictions{};
};

/// The complete launch with the median time of its slowest rank, or the first one if none is complete: a
/// single other launch may be an exception.
inline constexpr int median_launch = 0;

/// `launch`: from 1, or median_launch.
/// Throws FormatError if run.json cannot be read or is not a run, and ChoiceError if it has no such launch.
/// Problems with the trace are reported in its `problems`.
RunDirectory read_run_directory(const std::filesystem::path& directory, int launch = median_launch);

} // namespace loop::report
