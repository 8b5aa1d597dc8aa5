#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace loop::runner {

/// Running processes of one launch: those in session `session`, and those whose environment has `entry`
/// (`NAME=value`). MPICH puts every rank into its own session, so the session is not enough.
std::vector<pid_t> processes_of_launch(pid_t session, const std::string& entry);

/// Whether the process, of this host, has `entry` in its environment.
bool is_of_launch(pid_t id, const std::string& entry);

/// Sends a signal to the processes of the launch. Returns their number.
int signal_launch(pid_t session, const std::string& entry, int signal);

/// Kills the processes of the launch until none is left: a process may fork during the search. Returns their
/// number.
int kill_launch(pid_t session, const std::string& entry);

} // namespace loop::runner
