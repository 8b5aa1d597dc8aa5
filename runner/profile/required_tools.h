#pragma once

#include "runner/profile/profile.h"
#include "runner/system/failure.h"

#include <string>
#include <vector>

namespace loop::runner {

/// A program of the profile that is started on this host.
struct RequiredTool {
    std::string key; ///< of the profile
    std::string program;
    std::string package; ///< Debian's; may be empty
    ExitCode code;       ///< what a run without it ends with

    bool is_installed() const;
    std::string problem(const MachineProfile& profile) const; ///< a sentence for a missing one
    std::string remedy() const;
};

/// The compiler, and the launcher or, on a machine with a queue, what hands jobs over: there the launcher
/// belongs to the nodes.
std::vector<RequiredTool> required_tools(const MachineProfile& profile);

} // namespace loop::runner
