#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace loop::runner {

/// Living processes of one launch, wherever the launcher put them: those in session `session`, and those
/// whose environment has `entry` (`NAME=value`). MPICH gives every rank a session of its own, so the session
/// is not enough.
std::vector<pid_t> processes_of_launch(pid_t session, const std::string& entry);

/// Sends them a signal. Returns how many there are.
int signal_launch(pid_t session, const std::string& entry, int signal);

/// Kills them until none is left: a process may have been forking while we looked. Returns how many there
/// were.
int kill_launch(pid_t session, const std::string& entry);

} // namespace loop::runner
