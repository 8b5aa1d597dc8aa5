#pragma once

#include "report/trace/trace.h"

namespace loop::report {

/// Collective operations, as MPI has them.
enum class Operation {
    Barrier,
    Bcast,
    Gather,
    Gatherv,
    Scatter,
    Scatterv,
    Allgather,
    Allgatherv,
    Alltoall,
    Alltoallv,
    Alltoallw,
    Allreduce,
    Reduce,
    ReduceScatter,
    ReduceScatterBlock,
    Scan,
    Exscan,
    Unknown, ///< a synchronisation of the constructs', a communicator that is made, ...
};

/// What a Collective recorded at this site did: an MPI call's, blocking or not, or a PICL call's.
Operation operation_of(const TraceSite& site);

} // namespace loop::report
