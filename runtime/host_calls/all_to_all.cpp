// Collective operations of host text in which all ranks give to all, and barriers.
#include "host_calls/collectives.h"

using namespace loop::runtime::trace;

LOOP_HOST_CALL int MPI_Barrier(MPI_Comm comm) {
    LOOP_WAITS_ALL(Barrier, comm, 0, no_root, MPI_DATATYPE_NULL);
    if (!recording()) return PMPI_Barrier(comm);
    return collective(
        "MPI_Barrier", Waits::Everyone, comm, no_root, [&] { return PMPI_Barrier(comm); },
        [&] { return std::int64_t{0}; });
}
LOOP_HOST_CALL int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Ibarrier, comm, 0, no_root, MPI_DATATYPE_NULL}, request,
        [&] { return PMPI_Ibarrier(comm, request); }, [&] { return std::int64_t{0}; });
}

LOOP_HOST_CALL int MPI_Allgather(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                 int in_count, MPI_Datatype in_type, MPI_Comm comm) {
    LOOP_WAITS_ALL(Allgather, comm, uniform(out, out_count), no_root, out_type);
    if (!recording()) return PMPI_Allgather(out, out_count, out_type, in, in_count, in_type, comm);
    return collective(
        "MPI_Allgather", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Allgather(out, out_count, out_type, in, in_count, in_type, comm); },
        [&] { return std::int64_t{own_part(out, out_count, out_type, in_count, in_type)}; });
}
LOOP_HOST_CALL int MPI_Iallgather(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                  int in_count, MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Iallgather, comm, uniform(out, out_count), no_root, out_type}, request,
        [&] { return PMPI_Iallgather(out, out_count, out_type, in, in_count, in_type, comm, request); },
        [&] { return std::int64_t{own_part(out, out_count, out_type, in_count, in_type)}; });
}

LOOP_HOST_CALL int MPI_Allgatherv(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                  const int* in_counts, const int* places, MPI_Datatype in_type,
                                  MPI_Comm comm) {
    LOOP_WAITS_ALL(Allgatherv, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    if (!recording()) return PMPI_Allgatherv(out, out_count, out_type, in, in_counts, places, in_type, comm);
    return collective(
        "MPI_Allgatherv", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Allgatherv(out, out_count, out_type, in, in_counts, places, in_type, comm); },
        [&] {
            return std::int64_t{out == MPI_IN_PLACE ? bytes_of(in_counts[rank_in(comm)], in_type)
                                                    : bytes_of(out_count, out_type)};
        });
}
LOOP_HOST_CALL int MPI_Iallgatherv(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                   const int* in_counts, const int* places, MPI_Datatype in_type,
                                   MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Iallgatherv, comm, not_uniform, no_root, MPI_DATATYPE_NULL}, request,
        [&] {
            return PMPI_Iallgatherv(out, out_count, out_type, in, in_counts, places, in_type, comm, request);
        },
        [&] {
            return std::int64_t{out == MPI_IN_PLACE ? bytes_of(in_counts[rank_in(comm)], in_type)
                                                    : bytes_of(out_count, out_type)};
        });
}

LOOP_HOST_CALL int MPI_Alltoall(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                                MPI_Datatype in_type, MPI_Comm comm) {
    LOOP_WAITS_ALL(Alltoall, comm, uniform(out, out_count), no_root, out_type);
    if (!recording()) return PMPI_Alltoall(out, out_count, out_type, in, in_count, in_type, comm);
    return collective(
        "MPI_Alltoall", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Alltoall(out, out_count, out_type, in, in_count, in_type, comm); },
        [&] { return std::int64_t{size_of(comm) * own_part(out, out_count, out_type, in_count, in_type)}; });
}
LOOP_HOST_CALL int MPI_Ialltoall(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                 int in_count, MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Ialltoall, comm, uniform(out, out_count), no_root, out_type}, request,
        [&] { return PMPI_Ialltoall(out, out_count, out_type, in, in_count, in_type, comm, request); },
        [&] { return std::int64_t{size_of(comm) * own_part(out, out_count, out_type, in_count, in_type)}; });
}

LOOP_HOST_CALL int MPI_Alltoallv(const void* out, const int* out_counts, const int* out_places,
                                 MPI_Datatype out_type, void* in, const int* in_counts, const int* in_places,
                                 MPI_Datatype in_type, MPI_Comm comm) {
    LOOP_WAITS_ALL(Alltoallv, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    if (!recording())
        return PMPI_Alltoallv(out, out_counts, out_places, out_type, in, in_counts, in_places, in_type, comm);
    return collective(
        "MPI_Alltoallv", Waits::Everyone, comm, no_root,
        [&] {
            return PMPI_Alltoallv(out, out_counts, out_places, out_type, in, in_counts, in_places, in_type,
                                  comm);
        },
        [&] {
            return std::int64_t{out == MPI_IN_PLACE ? bytes_of(sum_of(in_counts, comm), in_type)
                                                    : bytes_of(sum_of(out_counts, comm), out_type)};
        });
}
LOOP_HOST_CALL int MPI_Ialltoallv(const void* out, const int* out_counts, const int* out_places,
                                  MPI_Datatype out_type, void* in, const int* in_counts, const int* in_places,
                                  MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Ialltoallv, comm, not_uniform, no_root, MPI_DATATYPE_NULL}, request,
        [&] {
            return PMPI_Ialltoallv(out, out_counts, out_places, out_type, in, in_counts, in_places, in_type,
                                   comm, request);
        },
        [&] {
            return std::int64_t{out == MPI_IN_PLACE ? bytes_of(sum_of(in_counts, comm), in_type)
                                                    : bytes_of(sum_of(out_counts, comm), out_type)};
        });
}

LOOP_HOST_CALL int MPI_Alltoallw(const void* out, const int* out_counts, const int* out_places,
                                 const MPI_Datatype* out_types, void* in, const int* in_counts,
                                 const int* in_places, const MPI_Datatype* in_types, MPI_Comm comm) {
    LOOP_WAITS_ALL(Alltoallw, comm, not_uniform, no_root, MPI_DATATYPE_NULL);
    if (!recording())
        return PMPI_Alltoallw(out, out_counts, out_places, out_types, in, in_counts, in_places, in_types,
                              comm);
    return collective(
        "MPI_Alltoallw", Waits::Everyone, comm, no_root,
        [&] {
            return PMPI_Alltoallw(out, out_counts, out_places, out_types, in, in_counts, in_places, in_types,
                                  comm);
        },
        [&] {
            return std::int64_t{out == MPI_IN_PLACE ? bytes_to_each(in_counts, in_types, comm)
                                                    : bytes_to_each(out_counts, out_types, comm)};
        });
}
LOOP_HOST_CALL int MPI_Ialltoallw(const void* out, const int* out_counts, const int* out_places,
                                  const MPI_Datatype* out_types, void* in, const int* in_counts,
                                  const int* in_places, const MPI_Datatype* in_types, MPI_Comm comm,
                                  MPI_Request* request) {
    return begin_collective(
        {loop::WaitKind::Ialltoallw, comm, not_uniform, no_root, MPI_DATATYPE_NULL}, request,
        [&] {
            return PMPI_Ialltoallw(out, out_counts, out_places, out_types, in, in_counts, in_places, in_types,
                                   comm, request);
        },
        [&] {
            return std::int64_t{out == MPI_IN_PLACE ? bytes_to_each(in_counts, in_types, comm)
                                                    : bytes_to_each(out_counts, out_types, comm)};
        });
}
