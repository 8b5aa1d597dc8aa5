#pragma once

#include <loop/site.h>

#if __has_include(<mpi.h>) // not for code that is built without MPI
// Without the C++ bindings, which MPI 3.0 removed: to read them takes a fifth of the compile time of a
// program.
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#endif
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX
#endif
#include <mpi.h>
#endif

namespace loop {

// The value of `host`, as in PICL: there is no host process, and no rank has this number.
constexpr int host_node = -32768;

// The capacity of the trace buffer if the program does not give one, in events of 24 bytes: 6 MB.
constexpr long usual_trace_records = 250000;

// \OPEN0: starts the measured program. Collective. Initializes MPI if the program has not, lets the ranks
// agree on how they wait, and starts the clock. Sets `nodes` to the number of ranks, `me` to this rank,
// `host` to host_node, and `size` to the problem size; each may be null. `trace_records`: capacity of the
// trace buffer.
void open0(int* nodes, int* me, int* host, int* size, long trace_records, Site site = Site::here());

// \CLOSE0: ends the measured program. Collective. Stops the clock, writes this rank's record, and finalizes
// MPI if \OPEN0 initialized it.
void close0(Site site = Site::here());

// What host code can ask. The following functions need an open session.

// This rank and the number of ranks; inside \AMONG, the number of this rank in its group, and the number of
// ranks there. Local.
int me(Site site = Site::here());
int nodes(Site site = Site::here());

// Seconds of measured time since \OPEN0: without \UNTIMED, warm-ups, and the runtime's own work. On a
// simulated machine, simulated seconds. Local.
double clock(Site site = Site::here());

// The messages of constructs and of PICL that this rank has sent and received so far, as the sheet counts
// them: without those of \UNTIMED and warm-ups, and without MPI calls of host code.
struct Counters {
    long long messages_sent = 0, bytes_sent = 0;
    long long messages_received = 0, bytes_received = 0;
};
inline Counters operator-(const Counters& now, const Counters& before) {
    return {now.messages_sent - before.messages_sent, now.bytes_sent - before.bytes_sent,
            now.messages_received - before.messages_received, now.bytes_received - before.bytes_received};
}
// Not measured. Local.
Counters counters(Site site = Site::here());

#if __has_include(<mpi.h>)
// The communicator of the ranks among which constructs communicate, for MPI calls of host code, whose
// messages never meet those of constructs: MPI_COMM_WORLD, or inside \AMONG one for the group, in which ranks
// have the same numbers as loop::me(). LOOP frees it. Inside \AMONG, the first call is collective over the
// group, and not measured; otherwise local.
MPI_Comm communicator(Site site = Site::here());
#endif

} // namespace loop
