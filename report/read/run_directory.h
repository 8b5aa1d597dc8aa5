#pragma once

#include "report/read/run.h"
#include "report/trace/trace.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loop::report {

/// What a run left behind (docs/run-format.md).
struct RunDirectory {
    Run run;
    Json record; ///< run.json as it stands
    std::string source;            ///< text of the .loop file; empty where it is not told
    int launch = 1;                ///< whose trace it is, from 1
    std::optional<Trace> trace;    ///< nothing where none was recorded
};

/// `launch` 0: the first that is complete, else the first. FormatError where run.json cannot be read or is no
/// run, ChoiceError where it has no such launch; what is wrong with traces is in their `problems`.
RunDirectory read_run_directory(const std::filesystem::path& directory, int launch = 0);

} // namespace loop::report
