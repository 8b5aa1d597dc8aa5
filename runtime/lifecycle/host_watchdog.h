#pragma once

#include "session/machine.h"

#include <csignal>
#include <vector>

// Where ranks are on hosts that `loop run` does not see, the first rank of each host looks at those of its
// host, in a thread of its own that calls no MPI and takes no signals, and tells in a file whether they
// stand; ordered by another file, it requests a crash flush (docs/record-format.md).
namespace loop::runtime {

// Collective in effect: after all ranks have opened their status files. Does nothing without `lookout` in the
// parameter file.
void start_host_watchdog(const std::vector<RankHome>& homes);

// Past the last moment at which a rank may wait for another one in the session.
void stop_host_watchdog();

// Whether the signal requests a crash flush, and not the rank's end.
bool is_requested_by_watchdog(const siginfo_t& info);

} // namespace loop::runtime
