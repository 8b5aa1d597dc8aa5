#pragma once

#include "runner/run/run.h"
#include "runner/system/house.h"

#include <string>
#include <utility>
#include <vector>

namespace loop::runner {

/// Something about a machine that its user should know.
struct Finding {
    ExitCode code = ExitCode::Good; ///< what a run would end with; Good: runs work, their figures may suffer
    std::string text;               ///< names profile and key
    std::string remedy;

    bool is_problem() const { return code != ExitCode::Good; }
};

struct MachineCheck {
    std::vector<std::pair<std::string, std::string>> facts; ///< what was tried and seen
    std::vector<Finding> findings;

    ExitCode code() const; ///< of the first problem, or Good
};

struct CheckRequest {
    std::string machine;
    std::string hosts; ///< as `--hosts` gave them
    int ranks = 0;     ///< 0: one a core or a host, and at least two
};

/// Reads the profile (Failure where it is no good), looks for its tools, and where they are there builds and
/// runs machines/probe.loop, which takes about a second. Leaves nothing behind.
MachineCheck check_machine(const House& house, const CheckRequest& request, const Say& say);

/// The processors of a list as the kernel writes them: "0-2,5" is 0, 1, 2, 5.
std::vector<int> parse_cpu_list(const std::string& text);

/// What the run.json of the probe tells against the profile.
std::vector<Finding> findings_of(const formats::RunRecord& record, const MachineProfile& profile);

} // namespace loop::runner
