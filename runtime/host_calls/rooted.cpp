// Collective operations of host text between one rank and all.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

LOOP_HOST_CALL int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    LOOP_WAITS_ALL(Bcast, comm, count, root, type);
    if (!recording()) return PMPI_Bcast(data, count, type, root, comm);
    return collective(
        "MPI_Bcast", Waits::AllButRoot, comm, root, [&] { return PMPI_Bcast(data, count, type, root, comm); },
        [&] { return std::int64_t{rank_in(comm) == root || root == MPI_ROOT ? bytes_of(count, type) : 0}; });
}
LOOP_HOST_CALL int MPI_Ibcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm,
                              MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Ibcast, comm, count, root, type}, request,
        [&] { return PMPI_Ibcast(data, count, type, root, comm, request); },
        [&] { return std::int64_t{rank_in(comm) == root || root == MPI_ROOT ? bytes_of(count, type) : 0}; });
}

LOOP_HOST_CALL int MPI_Gather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                              MPI_Datatype in_type, int root, MPI_Comm comm) {
    LOOP_WAITS_ALL(Gather, comm, uniform(out, out_count), root, out_type);
    if (!recording()) return PMPI_Gather(out, out_count, out_type, in, in_count, in_type, root, comm);
    return collective(
        "MPI_Gather", Waits::RootOnly, comm, root,
        [&] { return PMPI_Gather(out, out_count, out_type, in, in_count, in_type, root, comm); },
        [&] {
            return std::int64_t{root == MPI_ROOT ? 0 : own_part(out, out_count, out_type, in_count, in_type)};
        });
}
LOOP_HOST_CALL int MPI_Igather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                               MPI_Datatype in_type, int root, MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Igather, comm, uniform(out, out_count), root, out_type}, request,
        [&] { return PMPI_Igather(out, out_count, out_type, in, in_count, in_type, root, comm, request); },
        [&] {
            return std::int64_t{root == MPI_ROOT ? 0 : own_part(out, out_count, out_type, in_count, in_type)};
        });
}

LOOP_HOST_CALL int MPI_Gatherv(const void* out, int out_count, MPI_Datatype out_type, void* in,
                               const int* in_counts, const int* places, MPI_Datatype in_type, int root,
                               MPI_Comm comm) {
    LOOP_WAITS_ALL(Gatherv, comm, not_uniform, root, MPI_DATATYPE_NULL);
    if (!recording()) return PMPI_Gatherv(out, out_count, out_type, in, in_counts, places, in_type, root, comm);
    return collective(
        "MPI_Gatherv", Waits::RootOnly, comm, root,
        [&] { return PMPI_Gatherv(out, out_count, out_type, in, in_counts, places, in_type, root, comm); },
        [&] {
            return std::int64_t{root == MPI_ROOT      ? 0
                                : out == MPI_IN_PLACE ? bytes_of(in_counts[rank_in(comm)], in_type)
                                                      : bytes_of(out_count, out_type)};
        });
}
LOOP_HOST_CALL int MPI_Igatherv(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                const int* in_counts, const int* places, MPI_Datatype in_type, int root,
                                MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Igatherv, comm, not_uniform, root, MPI_DATATYPE_NULL}, request,
        [&] {
            return PMPI_Igatherv(out, out_count, out_type, in, in_counts, places, in_type, root, comm,
                                 request);
        },
        [&] {
            return std::int64_t{root == MPI_ROOT      ? 0
                                : out == MPI_IN_PLACE ? bytes_of(in_counts[rank_in(comm)], in_type)
                                                      : bytes_of(out_count, out_type)};
        });
}

LOOP_HOST_CALL int MPI_Scatter(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                               MPI_Datatype in_type, int root, MPI_Comm comm) {
    LOOP_WAITS_ALL(Scatter, comm, uniform(in, in_count), root, in_type);
    if (!recording()) return PMPI_Scatter(out, out_count, out_type, in, in_count, in_type, root, comm);
    return collective(
        "MPI_Scatter", Waits::AllButRoot, comm, root,
        [&] { return PMPI_Scatter(out, out_count, out_type, in, in_count, in_type, root, comm); },
        [&] {
            return std::int64_t{rank_in(comm) == root || root == MPI_ROOT
                                    ? size_of(comm) * bytes_of(out_count, out_type)
                                    : 0};
        });
}
LOOP_HOST_CALL int MPI_Iscatter(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                                MPI_Datatype in_type, int root, MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Iscatter, comm, uniform(in, in_count), root, in_type}, request,
        [&] { return PMPI_Iscatter(out, out_count, out_type, in, in_count, in_type, root, comm, request); },
        [&] {
            return std::int64_t{rank_in(comm) == root || root == MPI_ROOT
                                    ? size_of(comm) * bytes_of(out_count, out_type)
                                    : 0};
        });
}

LOOP_HOST_CALL int MPI_Scatterv(const void* out, const int* out_counts, const int* places,
                                MPI_Datatype out_type, void* in, int in_count, MPI_Datatype in_type, int root,
                                MPI_Comm comm) {
    LOOP_WAITS_ALL(Scatterv, comm, not_uniform, root, MPI_DATATYPE_NULL);
    if (!recording()) return PMPI_Scatterv(out, out_counts, places, out_type, in, in_count, in_type, root, comm);
    return collective(
        "MPI_Scatterv", Waits::AllButRoot, comm, root,
        [&] { return PMPI_Scatterv(out, out_counts, places, out_type, in, in_count, in_type, root, comm); },
        [&] {
            return std::int64_t{
                rank_in(comm) == root || root == MPI_ROOT ? bytes_of(sum_of(out_counts, comm), out_type) : 0};
        });
}
LOOP_HOST_CALL int MPI_Iscatterv(const void* out, const int* out_counts, const int* places,
                                 MPI_Datatype out_type, void* in, int in_count, MPI_Datatype in_type,
                                 int root, MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Iscatterv, comm, not_uniform, root, MPI_DATATYPE_NULL}, request,
        [&] {
            return PMPI_Iscatterv(out, out_counts, places, out_type, in, in_count, in_type, root, comm,
                                  request);
        },
        [&] {
            return std::int64_t{
                rank_in(comm) == root || root == MPI_ROOT ? bytes_of(sum_of(out_counts, comm), out_type) : 0};
        });
}

LOOP_HOST_CALL int MPI_Reduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, int root,
                              MPI_Comm comm) {
    LOOP_WAITS_ALL(Reduce, comm, count, root, type);
    if (!recording()) return PMPI_Reduce(out, in, count, type, op, root, comm);
    return collective(
        "MPI_Reduce", Waits::RootOnly, comm, root,
        [&] { return PMPI_Reduce(out, in, count, type, op, root, comm); },
        [&] { return std::int64_t{root == MPI_ROOT ? 0 : bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Ireduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, int root,
                               MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Ireduce, comm, count, root, type}, request,
        [&] { return PMPI_Ireduce(out, in, count, type, op, root, comm, request); },
        [&] { return std::int64_t{root == MPI_ROOT ? 0 : bytes_of(count, type)}; });
}
