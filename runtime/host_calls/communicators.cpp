// Communicators that host text makes and frees, from the start of MPI on: their order tells them apart. The trace
// has begin and end of the calls.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

namespace {

int made(int code, const MPI_Comm* comm) {
    if (code == MPI_SUCCESS && is_first_thread()) know_channel(*comm);
    return code;
}

} // namespace

LOOP_HOST_CALL int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* copy) {
    LOOP_WAITS_ALL(Comm_dup, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Comm_dup" : nullptr);
    return made(PMPI_Comm_dup(comm, copy), copy);
}
LOOP_HOST_CALL int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* copy) {
    LOOP_WAITS_ALL(Comm_dup_with_info, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Comm_dup_with_info" : nullptr);
    return made(PMPI_Comm_dup_with_info(comm, info, copy), copy);
}
LOOP_HOST_CALL int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* part) {
    LOOP_WAITS_ALL(Comm_create, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Comm_create" : nullptr);
    return made(PMPI_Comm_create(comm, group, part), part);
}
LOOP_HOST_CALL int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* part) {
    const HostWait waits(loop::WaitKind::Comm_create_group, __builtin_return_address(0));
    const HostCall call(recording() ? "MPI_Comm_create_group" : nullptr);
    return made(PMPI_Comm_create_group(comm, group, tag, part), part);
}
LOOP_HOST_CALL int MPI_Comm_split(MPI_Comm comm, int colour, int key, MPI_Comm* part) {
    LOOP_WAITS_ALL(Comm_split, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Comm_split" : nullptr);
    return made(PMPI_Comm_split(comm, colour, key, part), part);
}
LOOP_HOST_CALL int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* part) {
    LOOP_WAITS_ALL(Comm_split_type, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Comm_split_type" : nullptr);
    return made(PMPI_Comm_split_type(comm, type, key, info, part), part);
}
LOOP_HOST_CALL int MPI_Cart_create(MPI_Comm comm, int dimensions, const int* sizes, const int* periodic,
                                   int reorder, MPI_Comm* grid) {
    LOOP_WAITS_ALL(Cart_create, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Cart_create" : nullptr);
    return made(PMPI_Cart_create(comm, dimensions, sizes, periodic, reorder, grid), grid);
}
LOOP_HOST_CALL int MPI_Cart_sub(MPI_Comm comm, const int* remaining, MPI_Comm* part) {
    LOOP_WAITS_ALL(Cart_sub, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Cart_sub" : nullptr);
    return made(PMPI_Cart_sub(comm, remaining, part), part);
}
LOOP_HOST_CALL int MPI_Graph_create(MPI_Comm comm, int nodes, const int* index, const int* edges, int reorder,
                                    MPI_Comm* graph) {
    LOOP_WAITS_ALL(Graph_create, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Graph_create" : nullptr);
    return made(PMPI_Graph_create(comm, nodes, index, edges, reorder, graph), graph);
}
LOOP_HOST_CALL int MPI_Intercomm_create(MPI_Comm local, int leader, MPI_Comm peer, int remote_leader, int tag,
                                        MPI_Comm* inter) {
    const HostWait waits(loop::WaitKind::Intercomm_create, __builtin_return_address(0));
    const HostCall call(recording() ? "MPI_Intercomm_create" : nullptr);
    return made(PMPI_Intercomm_create(local, leader, peer, remote_leader, tag, inter), inter);
}
LOOP_HOST_CALL int MPI_Intercomm_merge(MPI_Comm inter, int high, MPI_Comm* all) {
    const HostWait waits(loop::WaitKind::Intercomm_merge, __builtin_return_address(0));
    const HostCall call(recording() ? "MPI_Intercomm_merge" : nullptr);
    return made(PMPI_Intercomm_merge(inter, high, all), all);
}

// Handles are used again.
LOOP_HOST_CALL int MPI_Comm_free(MPI_Comm* comm) {
    const MPI_Comm handle = comm == nullptr ? MPI_COMM_NULL : *comm;
    LOOP_WAITS_ALL(Comm_free, handle, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Comm_free" : nullptr);
    const int code = PMPI_Comm_free(comm);
    if (code == MPI_SUCCESS && is_first_thread()) forget_channel(handle);
    return code;
}
LOOP_HOST_CALL int MPI_Comm_disconnect(MPI_Comm* comm) {
    const MPI_Comm handle = comm == nullptr ? MPI_COMM_NULL : *comm;
    LOOP_WAITS_ALL(Comm_disconnect, handle, not_uniform, no_root, MPI_DATATYPE_NULL);
    const HostCall call(recording() ? "MPI_Comm_disconnect" : nullptr);
    const int code = PMPI_Comm_disconnect(comm);
    if (code == MPI_SUCCESS && is_first_thread()) forget_channel(handle);
    return code;
}
