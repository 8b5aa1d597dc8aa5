#pragma once

#include "session/machine.h"

#include <csignal>
#include <vector>

// The host watchdog, for ranks on hosts that `loop run` does not see. On each host, a thread of the first
// rank checks the ranks of the host, and reports in a file whether they are stalled. If the file `order` says
// so, the thread requests a crash flush (docs/record-format.md). If the first rank has vanished or is
// stopped, a thread of the second takes over, then one of the third. The threads make no MPI calls and handle
// no signals.
namespace loop::runtime {

// To be called when all ranks have opened their status files. Needs `watchdog` in the parameter file.
void start_host_watchdog(const std::vector<RankHome>& homes);

// To be called when ranks no longer wait for each other in the session.
void stop_host_watchdog();

// Returns whether the signal requests a crash flush, and not the end of the rank.
bool is_requested_by_watchdog(const siginfo_t& info);

} // namespace loop::runtime
