// Reductions and scans of host text whose result more than one rank gets.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

LOOP_HOST_CALL int MPI_Allreduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                                 MPI_Comm comm) {
    LOOP_WAITS_ALL(Allreduce, comm, count, no_root, type);
    if (!recording()) return PMPI_Allreduce(out, in, count, type, op, comm);
    return collective(
        "MPI_Allreduce", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Allreduce(out, in, count, type, op, comm); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Iallreduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                                  MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Iallreduce, comm, count, no_root, type}, request,
        [&] { return PMPI_Iallreduce(out, in, count, type, op, comm, request); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}

LOOP_HOST_CALL int MPI_Reduce_scatter(const void* out, void* in, const int* counts, MPI_Datatype type,
                                      MPI_Op op, MPI_Comm comm) {
    LOOP_WAITS_ALL(Reduce_scatter, comm, not_uniform, no_root, type);
    if (!recording()) return PMPI_Reduce_scatter(out, in, counts, type, op, comm);
    return collective(
        "MPI_Reduce_scatter", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Reduce_scatter(out, in, counts, type, op, comm); },
        [&] { return std::int64_t{bytes_of(sum_of(counts, comm), type)}; });
}
LOOP_HOST_CALL int MPI_Ireduce_scatter(const void* out, void* in, const int* counts, MPI_Datatype type,
                                       MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Ireduce_scatter, comm, not_uniform, no_root, type}, request,
        [&] { return PMPI_Ireduce_scatter(out, in, counts, type, op, comm, request); },
        [&] { return std::int64_t{bytes_of(sum_of(counts, comm), type)}; });
}

LOOP_HOST_CALL int MPI_Reduce_scatter_block(const void* out, void* in, int count, MPI_Datatype type,
                                            MPI_Op op, MPI_Comm comm) {
    LOOP_WAITS_ALL(Reduce_scatter_block, comm, count, no_root, type);
    if (!recording()) return PMPI_Reduce_scatter_block(out, in, count, type, op, comm);
    return collective(
        "MPI_Reduce_scatter_block", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Reduce_scatter_block(out, in, count, type, op, comm); },
        [&] { return std::int64_t{size_of(comm) * bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Ireduce_scatter_block(const void* out, void* in, int count, MPI_Datatype type,
                                             MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Ireduce_scatter_block, comm, count, no_root, type}, request,
        [&] { return PMPI_Ireduce_scatter_block(out, in, count, type, op, comm, request); },
        [&] { return std::int64_t{size_of(comm) * bytes_of(count, type)}; });
}

LOOP_HOST_CALL int MPI_Scan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                            MPI_Comm comm) {
    LOOP_WAITS_ALL(Scan, comm, count, no_root, type);
    if (!recording()) return PMPI_Scan(out, in, count, type, op, comm);
    return collective(
        "MPI_Scan", Waits::Nobody, comm, no_root, [&] { return PMPI_Scan(out, in, count, type, op, comm); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Iscan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Iscan, comm, count, no_root, type}, request,
        [&] { return PMPI_Iscan(out, in, count, type, op, comm, request); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}

LOOP_HOST_CALL int MPI_Exscan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm) {
    LOOP_WAITS_ALL(Exscan, comm, count, no_root, type);
    if (!recording()) return PMPI_Exscan(out, in, count, type, op, comm);
    return collective(
        "MPI_Exscan", Waits::Nobody, comm, no_root,
        [&] { return PMPI_Exscan(out, in, count, type, op, comm); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Iexscan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                               MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Iexscan, comm, count, no_root, type}, request,
        [&] { return PMPI_Iexscan(out, in, count, type, op, comm, request); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}
