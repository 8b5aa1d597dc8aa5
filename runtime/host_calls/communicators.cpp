// Tracks the communicators that host code creates and frees, from MPI_Init on; they are distinguished by the
// order of their creation. The trace has begin and end of the calls.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

namespace {

void log_made(const CalledAt& at, const Channel& made, MPI_Comm from) {
    if (made.object == 0 || !logs_here()) return;
    CallFacts facts{loop::CallEvent::Made, loop::CallObject::Communicator};
    facts.partner = made.rank;
    facts.signature.count = static_cast<std::int64_t>(made.partners.size());
    facts.signature.type = from == MPI_COMM_NULL ? 0 : communicator_number(from);
    facts.communicator = made.number;
    facts.request = made.object;
    log_at(at, facts);
}

int made(const CalledAt& at, int code, const MPI_Comm* comm, MPI_Comm from) {
    if (logged(code, loop::log_misses_collectives) != MPI_SUCCESS || !is_logged_thread()) return code;
    know_channel(*comm);
    Channel* const channel = *comm == MPI_COMM_NULL ? nullptr : find_channel(*comm);
    if (channel == nullptr) return code;
    channel->object = next_number();
    log_made(at, *channel, from);
    return code;
}

void log_freed(const CalledAt& at, MPI_Comm comm) {
    const Channel* const channel = find_channel(comm);
    if (channel == nullptr) return;
    log_object(at, loop::CallEvent::Freed, loop::CallObject::Communicator, channel->object, channel->number);
}

} // namespace

// All members of `comm` take part.
#define LOOP_MAKES(Name, result, parameters, arguments)                                                      \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        const CalledAt at = LOOP_CALLED_AT(Name);                                                            \
        log_unlike(at, comm);                                                                                \
        LOOP_WAITS_ALL(Name, comm, not_uniform, no_root, MPI_DATATYPE_NULL);                                 \
        const HostCall call(LOOP_BEGIN_AND_END(Name));                                                       \
        return made(at, PMPI_##Name arguments, result, comm);                                                \
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

#ifndef SMPI_H // which lacks most of these; its others move no data
// The call log lacks these calls, and the status file does not tell them.
#define LOOP_MAKES_UNLOGGED(Name, know, parameters, arguments)                                               \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        miss_in_log(loop::log_misses_order);                                                                 \
        log_unlogged(LOOP_CALLED_AT(Name));                                                                  \
        const HostCall call(LOOP_BEGIN_AND_END(Name));                                                       \
        const int code = PMPI_##Name arguments;                                                              \
        if (code == MPI_SUCCESS && is_logged_thread()) know;                                                 \
        return code;                                                                                         \
    }
LOOP_MAKES_UNLOGGED(Comm_idup, know_copy(*copy, comm), (MPI_Comm comm, MPI_Comm* copy, MPI_Request* request),
                    (comm, copy, request))
#if MPI_VERSION >= 4
LOOP_MAKES_UNLOGGED(Comm_idup_with_info, know_copy(*copy, comm),
                    (MPI_Comm comm, MPI_Info info, MPI_Comm* copy, MPI_Request* request),
                    (comm, info, copy, request))
#endif
LOOP_MAKES_UNLOGGED(Dist_graph_create, know_channel(*graph),
                    (MPI_Comm comm, int nodes, const int* sources, const int* degrees, const int* targets,
                     const int* weights, MPI_Info info, int reorder, MPI_Comm* graph),
                    (comm, nodes, sources, degrees, targets, weights, info, reorder, graph))
LOOP_MAKES_UNLOGGED(Dist_graph_create_adjacent, know_channel(*graph),
                    (MPI_Comm comm, int in, const int* sources, const int* source_weights, int out,
                     const int* targets, const int* target_weights, MPI_Info info, int reorder,
                     MPI_Comm* graph),
                    (comm, in, sources, source_weights, out, targets, target_weights, info, reorder, graph))
#endif

// The status file does not say which ranks take part. `all`: a communicator of which all members do, if any.
// `from`: the communicator that the new one is made from.
#define LOOP_JOINS(Name, all, from, result, parameters, arguments)                                           \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        const CalledAt at = LOOP_CALLED_AT(Name);                                                            \
        const MPI_Comm group_of_all = all;                                                                   \
        if (group_of_all != MPI_COMM_NULL) log_unlike(at, group_of_all);                                     \
        miss_in_log(loop::log_misses_order);                                                                 \
        const HostWait waits(loop::WaitKind::Name, __builtin_return_address(0));                             \
        const HostCall call(LOOP_BEGIN_AND_END(Name));                                                       \
        return made(at, PMPI_##Name arguments, result, from);                                                \
    }
LOOP_JOINS(Comm_create_group, MPI_COMM_NULL, comm, part,
           (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* part), (comm, group, tag, part))
LOOP_JOINS(Intercomm_create, local, local, inter,
           (MPI_Comm local, int leader, MPI_Comm peer, int remote_leader, int tag, MPI_Comm* inter),
           (local, leader, peer, remote_leader, tag, inter))
LOOP_JOINS(Intercomm_merge, inter, inter, merged, (MPI_Comm inter, int high, MPI_Comm* merged),
           (inter, high, merged))

// Freed handles must be forgotten, as MPI reuses them.
#define LOOP_FREES(Name)                                                                                     \
    LOOP_HOST_CALL int MPI_##Name(MPI_Comm* comm) {                                                          \
        const MPI_Comm handle = comm == nullptr ? MPI_COMM_NULL : *comm;                                     \
        const CalledAt at = LOOP_CALLED_AT(Name);                                                            \
        log_unlike(at, handle);                                                                              \
        LOOP_WAITS_ALL(Name, handle, not_uniform, no_root, MPI_DATATYPE_NULL);                               \
        const HostCall call(LOOP_BEGIN_AND_END(Name));                                                       \
        const int code = logged(PMPI_##Name(comm), loop::log_misses_collectives);                            \
        if (code != MPI_SUCCESS || !is_logged_thread()) return code;                                         \
        log_freed(at, handle);                                                                               \
        forget_channel(handle);                                                                              \
        return code;                                                                                         \
    }
LOOP_FREES(Comm_free)
LOOP_FREES(Comm_disconnect)
