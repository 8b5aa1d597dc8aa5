// Collective operations in host code from all ranks to all ranks, and barriers.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

template <class Count>
static void log_counts_of_types(const CalledAt& at, MPI_Comm comm, const Count* given,
                                const MPI_Datatype* given_types, const Count* taken,
                                const MPI_Datatype* taken_types) {
    if (!logs_here() || !logs_all()) return;
    for (int i = 0, size = size_of(comm); i < size; ++i)
        log_bytes(at, bytes_of(given[i], given_types[i]), bytes_of(taken[i], taken_types[i]), i);
}

// Has no count.
#define LOOP_SIZED(Name) Name
LOOP_HOST_COLLECTIVE(Barrier, Ibarrier, (MPI_Comm comm), (comm), Everyone, (0, no_root, MPI_DATATYPE_NULL),
                     unlike(), (void)0, 0, {})
#undef LOOP_SIZED

#define LOOP_ROWS "host_calls/all_to_all_rows.inc"
#include "host_calls/small_and_large.inc"
