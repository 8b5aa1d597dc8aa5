#pragma once

#include "runner/run/run.h"
#include "runner/system/installation.h"

#include <string>
#include <utility>
#include <vector>

namespace loop::runner {

/// A finding about a machine.
struct Finding {
    ExitCode code =
        ExitCode::Good; ///< exit code of a run; Good: runs work, but measurements may be disturbed
    std::string text;   ///< names the profile and the key
    std::string remedy;

    bool is_problem() const { return code != ExitCode::Good; }
};

struct MachineCheck {
    std::vector<std::pair<std::string, std::string>> facts; ///< what was checked, and the result
    std::vector<Finding> findings;

    ExitCode code() const; ///< the code of the first problem, or Good
};

struct CheckRequest {
    std::string machine;
    std::string hosts; ///< the argument of `--hosts`
    int ranks = 0;     ///< 0: one per core or host, and at least two
};

/// Reads the profile, looks for its tools and, if they exist, builds and runs machines/probe.loop, which
/// takes about a second. Leaves no files. Throws Failure if the profile is invalid.
MachineCheck check_machine(const Installation& installation, const CheckRequest& request,
                           const Logger& logger);

/// Findings from the run.json of the probe that contradict the profile.
std::vector<Finding> findings_of(const formats::RunRecord& record, const MachineProfile& profile);

} // namespace loop::runner
