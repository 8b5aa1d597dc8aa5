#pragma once

#include "report/read/run.h"
#include "report/trace/trace.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::report {

/// What a run left behind (docs/run-format.md).
struct RunDirectory {
    RunRecord run;
    bool is_imported = false;                  ///< another tool's archive: there is only a trace
    int launch = 1;                            ///< whose trace it is, from 1
    std::optional<Trace> trace;                ///< nothing if none was recorded
    std::vector<std::string> contradictions{}; ///< of its sheet: reasons in addition to those of the verdict
};

/// `launch` 0: the first that is complete, else the first. FormatError where run.json cannot be read or is no
/// run, ChoiceError where it has no such launch; what is wrong with traces is in their `problems`.
RunDirectory read_run_directory(const std::filesystem::path& directory, int launch = 0);

} // namespace loop::report
