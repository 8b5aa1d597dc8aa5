// Tracks the communicators that host code creates and frees, from MPI_Init on; they are distinguished by the
// order of their creation. The trace has begin and end of the calls.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

namespace {

int made(int code, const MPI_Comm* comm) {
    if (code == MPI_SUCCESS && is_first_thread()) know_channel(*comm);
    return code;
}

} // namespace

// All members of `comm` take part.
#define LOOP_MAKES(Name, result, parameters, arguments)                                                      \
    static_assert(loop::call_info("MPI_" #Name).trace == loop::CallTrace::Entered);                          \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        LOOP_WAITS_ALL(Name, comm, not_uniform, no_root, MPI_DATATYPE_NULL);                                 \
        const HostCall call("MPI_" #Name);                                                                   \
        return made(PMPI_##Name arguments, result);                                                          \
    }
LOOP_MAKES(Comm_dup, copy, (MPI_Comm comm, MPI_Comm* copy), (comm, copy))
LOOP_MAKES(Comm_dup_with_info, copy, (MPI_Comm comm, MPI_Info info, MPI_Comm* copy), (comm, info, copy))
LOOP_MAKES(Comm_create, part, (MPI_Comm comm, MPI_Group group, MPI_Comm* part), (comm, group, part))
LOOP_MAKES(Comm_split, part, (MPI_Comm comm, int colour, int key, MPI_Comm* part), (comm, colour, key, part))
LOOP_MAKES(Comm_split_type, part, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* part),
           (comm, type, key, info, part))
LOOP_MAKES(Cart_create, grid,
           (MPI_Comm comm, int dimensions, const int* sizes, const int* periodic, int reorder,
            MPI_Comm* grid),
           (comm, dimensions, sizes, periodic, reorder, grid))
LOOP_MAKES(Cart_sub, part, (MPI_Comm comm, const int* remaining, MPI_Comm* part), (comm, remaining, part))
LOOP_MAKES(Graph_create, graph,
           (MPI_Comm comm, int nodes, const int* index, const int* edges, int reorder, MPI_Comm* graph),
           (comm, nodes, index, edges, reorder, graph))

// The status file does not say which ranks take part.
#define LOOP_JOINS(Name, result, parameters, arguments)                                                      \
    static_assert(loop::call_info("MPI_" #Name).trace == loop::CallTrace::Entered);                          \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        const HostWait waits(loop::WaitKind::Name, __builtin_return_address(0));                             \
        const HostCall call("MPI_" #Name);                                                                   \
        return made(PMPI_##Name arguments, result);                                                          \
    }
LOOP_JOINS(Comm_create_group, part, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* part),
           (comm, group, tag, part))
LOOP_JOINS(Intercomm_create, inter,
           (MPI_Comm local, int leader, MPI_Comm peer, int remote_leader, int tag, MPI_Comm* inter),
           (local, leader, peer, remote_leader, tag, inter))
LOOP_JOINS(Intercomm_merge, all, (MPI_Comm inter, int high, MPI_Comm* all), (inter, high, all))

// Freed handles must be forgotten, as MPI reuses them.
#define LOOP_FREES(Name)                                                                                     \
    static_assert(loop::call_info("MPI_" #Name).trace == loop::CallTrace::Entered);                          \
    LOOP_HOST_CALL int MPI_##Name(MPI_Comm* comm) {                                                          \
        const MPI_Comm handle = comm == nullptr ? MPI_COMM_NULL : *comm;                                     \
        LOOP_WAITS_ALL(Name, handle, not_uniform, no_root, MPI_DATATYPE_NULL);                               \
        const HostCall call("MPI_" #Name);                                                                   \
        const int code = PMPI_##Name(comm);                                                                  \
        if (code == MPI_SUCCESS && is_first_thread()) forget_channel(handle);                                \
        return code;                                                                                         \
    }
LOOP_FREES(Comm_free)
LOOP_FREES(Comm_disconnect)
