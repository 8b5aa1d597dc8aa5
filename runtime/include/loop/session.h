#pragma once

#include <loop/site.h>

namespace loop {

// The value of `host`, as in PICL: there is no host process, and no rank has this number.
constexpr int host_node = -32768;

// \OPEN0: starts the measured program. Collective. Initializes MPI if the program has not, lets the ranks
// agree on how they wait, and starts the clock. Sets `nodes` to the number of ranks, `me` to this rank,
// `host` to host_node, and `size` to the problem size; each may be null. `trace_records`: capacity of the
// trace buffer.
void open0(int* nodes, int* me, int* host, int* size, long trace_records, Site site = Site::here());

// \CLOSE0: ends the measured program. Collective. Stops the clock, writes this rank's record, and finalizes
// MPI if \OPEN0 initialized it.
void close0(Site site = Site::here());

} // namespace loop
