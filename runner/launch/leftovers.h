#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace loop::runner {

/// Living processes of one launch, wherever the launcher put them: those in session `session`, and those
/// whose environment has `entry` (`NAME=value`). MPICH gives every rank a session of its own, so the session
/// is not enough.
std::vector<pid_t> processes_of_launch(pid_t session, const std::string& entry);

/// Kills the processes whose environment has `entry`, until none is left.
void end_launch(const std::string& entry);

} // namespace loop::runner
