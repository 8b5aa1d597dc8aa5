#pragma once

#include "session/machine.h"

#include <csignal>
#include <vector>

// Where ranks are on hosts that `loop run` does not see, the first rank of each host looks at those of its
// host, in a thread of its own that calls no MPI and takes no signals, and tells in a file whether they
// stand; ordered by another file, it asks them for their last words (docs/record-format.md).
namespace loop::runtime {

// Collective in effect: after all ranks have opened their status files. Does nothing without `lookout` in the
// parameter file.
void start_lookout(const std::vector<RankHome>& homes);

// Past the last moment at which a rank may wait for another one in the session.
void stop_lookout();

// Whether the signal asks for last words, and not for the rank's end.
bool is_asked_by_lookout(const siginfo_t& info);

} // namespace loop::runtime
