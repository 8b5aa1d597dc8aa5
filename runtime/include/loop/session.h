#pragma once

#include <loop/site.h>

namespace loop {

// The value that `host` gets: there is no host process, and no rank has this number (PICL's own value).
constexpr int host_node = -32768;

// \OPEN0: start of the measured program. Collective. Initializes MPI if the program has not, agrees on how
// ranks wait, and starts the clock. Any pointer may be null. `trace_records` is the capacity of the trace
// buffer.
void open0(int* nodes, int* me, int* host, int* size, long trace_records, Site site = Site::here());

// \CLOSE0: end of the measured program. Collective. Stops the clock, writes this rank's record, and finalizes
// MPI if \OPEN0 initialized it.
void close0(Site site = Site::here());

} // namespace loop
