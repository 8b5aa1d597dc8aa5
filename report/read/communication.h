#pragma once

#include "report/read/run.h"

namespace loop::report {

/// What the calls of a construct moved in one launch, summed over all ranks.
struct Moved {
    double messages = 0;
    double bytes_sent = 0, bytes_received = 0;
    bool communicates = false; ///< whether messages were sent or received
};
/// Zero within \UNTIMED. Only the MPI library knows what PICL's global operations move, so with several ranks
/// each call counts as one message without bytes, the minimum.
Moved moved(const SiteCounts& site, int ranks);

/// What <loop/calls.h> says of bus_bytes().
inline constexpr char bus_factors[] =
    "The bus bandwidth is the size of an operation over its average time, times 2 (p - 1) / p for an "
    "allreduce, 1 "
    "for a broadcast or reduction, and (p - 1) / p for a gather, scatter, allgather, all-to-all, or "
    "reduce-scatter on p ranks, as in nccl-tests. The size is that of the vector, or of the slots of all "
    "ranks.";

} // namespace loop::report
