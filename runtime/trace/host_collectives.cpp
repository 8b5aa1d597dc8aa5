// Collective operations of host text. Their messages are the library's; who cannot go on before others have
// come is taken to wait all the time.
#include "trace/host_call.h"
#include "trace/requests.h"

#include <numeric>

using namespace loop::runtime::trace;

namespace {

enum class Waits { Everyone, AllButRoot, RootOnly, Nobody };

bool waits(Waits who, MPI_Comm comm, int root) {
    const Channel* const channel = find_channel(comm);
    if (channel == nullptr || channel->partners.size() < 2) return false;
    if (who == Waits::Everyone || who == Waits::Nobody) return who == Waits::Everyone;
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return (rank == root) == (who == Waits::RootOnly);
}

constexpr int no_root = -1;

// `bytes` is asked for after the operation has succeeded.
template <class Operation, class Bytes>
int collective(const char* name, Waits who, MPI_Comm comm, int root, Operation operation, Bytes bytes) {
    HostCall call(name);
    Waiting waiting;
    if (call.is_recorded() && waits(who, comm, root)) waiting.begin(-1);
    const int code = operation();
    waiting.end();
    if (code == MPI_SUCCESS && call.is_recorded()) call.collective(comm, root, bytes());
    return code;
}

// One that is begun here and completes in a wait or test.
template <class Operation, class Bytes>
int begin_collective(const char* name, MPI_Comm comm, int root, MPI_Request* request, Operation operation,
                     Bytes bytes) {
    const HostCall call(name);
    const int code = operation();
    if (code != MPI_SUCCESS || !call.is_recorded()) return code;
    Begun begun;
    begun.what = Begun::What::Collective;
    begun.comm = comm;
    begun.partner = root;
    begun.bytes = bytes();
    remember_request(*request, begun);
    return code;
}

int rank_in(MPI_Comm comm) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}

int size_of(MPI_Comm comm) {
    int is_inter = 0;
    int size = 0;
    PMPI_Comm_test_inter(comm, &is_inter);
    if (is_inter != 0) {
        PMPI_Comm_remote_size(comm, &size);
    } else {
        PMPI_Comm_size(comm, &size);
    }
    return size;
}

// What a rank puts in; with MPI_IN_PLACE its part lies in the receive buffer.
std::int64_t own_part(const void* data, int count, MPI_Datatype type, int in_place_count,
                      MPI_Datatype in_place_type) {
    return data == MPI_IN_PLACE ? bytes_of(in_place_count, in_place_type) : bytes_of(count, type);
}

std::int64_t sum_of(const int* counts, MPI_Comm comm) {
    return std::accumulate(counts, counts + size_of(comm), std::int64_t{0});
}

std::int64_t bytes_to_each(const int* counts, const MPI_Datatype* types, MPI_Comm comm) {
    std::int64_t bytes = 0;
    for (int i = 0, size = size_of(comm); i < size; ++i)
        bytes += bytes_of(counts[i], types[i]);
    return bytes;
}

} // namespace

LOOP_HOST_CALL int MPI_Barrier(MPI_Comm comm) {
    if (!on()) return PMPI_Barrier(comm);
    return collective(
        "MPI_Barrier", Waits::Everyone, comm, no_root, [&] { return PMPI_Barrier(comm); },
        [&] { return std::int64_t{0}; });
}
LOOP_HOST_CALL int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Ibarrier(comm, request);
    return begin_collective(
        "MPI_Ibarrier", comm, no_root, request, [&] { return PMPI_Ibarrier(comm, request); },
        [&] { return std::int64_t{0}; });
}

LOOP_HOST_CALL int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    if (!on()) return PMPI_Bcast(data, count, type, root, comm);
    return collective(
        "MPI_Bcast", Waits::AllButRoot, comm, root, [&] { return PMPI_Bcast(data, count, type, root, comm); },
        [&] { return std::int64_t{rank_in(comm) == root || root == MPI_ROOT ? bytes_of(count, type) : 0}; });
}
LOOP_HOST_CALL int MPI_Ibcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm,
                              MPI_Request* request) {
    if (!on()) return PMPI_Ibcast(data, count, type, root, comm, request);
    return begin_collective(
        "MPI_Ibcast", comm, root, request,
        [&] { return PMPI_Ibcast(data, count, type, root, comm, request); },
        [&] { return std::int64_t{rank_in(comm) == root || root == MPI_ROOT ? bytes_of(count, type) : 0}; });
}

LOOP_HOST_CALL int MPI_Gather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                              MPI_Datatype in_type, int root, MPI_Comm comm) {
    if (!on()) return PMPI_Gather(out, out_count, out_type, in, in_count, in_type, root, comm);
    return collective(
        "MPI_Gather", Waits::RootOnly, comm, root,
        [&] { return PMPI_Gather(out, out_count, out_type, in, in_count, in_type, root, comm); },
        [&] {
            return std::int64_t{root == MPI_ROOT ? 0 : own_part(out, out_count, out_type, in_count, in_type)};
        });
}
LOOP_HOST_CALL int MPI_Igather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                               MPI_Datatype in_type, int root, MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Igather(out, out_count, out_type, in, in_count, in_type, root, comm, request);
    return begin_collective(
        "MPI_Igather", comm, root, request,
        [&] { return PMPI_Igather(out, out_count, out_type, in, in_count, in_type, root, comm, request); },
        [&] {
            return std::int64_t{root == MPI_ROOT ? 0 : own_part(out, out_count, out_type, in_count, in_type)};
        });
}

LOOP_HOST_CALL int MPI_Gatherv(const void* out, int out_count, MPI_Datatype out_type, void* in,
                               const int* in_counts, const int* places, MPI_Datatype in_type, int root,
                               MPI_Comm comm) {
    if (!on()) return PMPI_Gatherv(out, out_count, out_type, in, in_counts, places, in_type, root, comm);
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
    if (!on())
        return PMPI_Igatherv(out, out_count, out_type, in, in_counts, places, in_type, root, comm, request);
    return begin_collective(
        "MPI_Igatherv", comm, root, request,
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
    if (!on()) return PMPI_Scatter(out, out_count, out_type, in, in_count, in_type, root, comm);
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
    if (!on()) return PMPI_Iscatter(out, out_count, out_type, in, in_count, in_type, root, comm, request);
    return begin_collective(
        "MPI_Iscatter", comm, root, request,
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
    if (!on()) return PMPI_Scatterv(out, out_counts, places, out_type, in, in_count, in_type, root, comm);
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
    if (!on())
        return PMPI_Iscatterv(out, out_counts, places, out_type, in, in_count, in_type, root, comm, request);
    return begin_collective(
        "MPI_Iscatterv", comm, root, request,
        [&] {
            return PMPI_Iscatterv(out, out_counts, places, out_type, in, in_count, in_type, root, comm,
                                  request);
        },
        [&] {
            return std::int64_t{
                rank_in(comm) == root || root == MPI_ROOT ? bytes_of(sum_of(out_counts, comm), out_type) : 0};
        });
}

LOOP_HOST_CALL int MPI_Allgather(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                 int in_count, MPI_Datatype in_type, MPI_Comm comm) {
    if (!on()) return PMPI_Allgather(out, out_count, out_type, in, in_count, in_type, comm);
    return collective(
        "MPI_Allgather", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Allgather(out, out_count, out_type, in, in_count, in_type, comm); },
        [&] { return std::int64_t{own_part(out, out_count, out_type, in_count, in_type)}; });
}
LOOP_HOST_CALL int MPI_Iallgather(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                  int in_count, MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Iallgather(out, out_count, out_type, in, in_count, in_type, comm, request);
    return begin_collective(
        "MPI_Iallgather", comm, no_root, request,
        [&] { return PMPI_Iallgather(out, out_count, out_type, in, in_count, in_type, comm, request); },
        [&] { return std::int64_t{own_part(out, out_count, out_type, in_count, in_type)}; });
}

LOOP_HOST_CALL int MPI_Allgatherv(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                  const int* in_counts, const int* places, MPI_Datatype in_type,
                                  MPI_Comm comm) {
    if (!on()) return PMPI_Allgatherv(out, out_count, out_type, in, in_counts, places, in_type, comm);
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
    if (!on())
        return PMPI_Iallgatherv(out, out_count, out_type, in, in_counts, places, in_type, comm, request);
    return begin_collective(
        "MPI_Iallgatherv", comm, no_root, request,
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
    if (!on()) return PMPI_Alltoall(out, out_count, out_type, in, in_count, in_type, comm);
    return collective(
        "MPI_Alltoall", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Alltoall(out, out_count, out_type, in, in_count, in_type, comm); },
        [&] { return std::int64_t{size_of(comm) * own_part(out, out_count, out_type, in_count, in_type)}; });
}
LOOP_HOST_CALL int MPI_Ialltoall(const void* out, int out_count, MPI_Datatype out_type, void* in,
                                 int in_count, MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Ialltoall(out, out_count, out_type, in, in_count, in_type, comm, request);
    return begin_collective(
        "MPI_Ialltoall", comm, no_root, request,
        [&] { return PMPI_Ialltoall(out, out_count, out_type, in, in_count, in_type, comm, request); },
        [&] { return std::int64_t{size_of(comm) * own_part(out, out_count, out_type, in_count, in_type)}; });
}

LOOP_HOST_CALL int MPI_Alltoallv(const void* out, const int* out_counts, const int* out_places,
                                 MPI_Datatype out_type, void* in, const int* in_counts, const int* in_places,
                                 MPI_Datatype in_type, MPI_Comm comm) {
    if (!on())
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
    if (!on())
        return PMPI_Ialltoallv(out, out_counts, out_places, out_type, in, in_counts, in_places, in_type, comm,
                               request);
    return begin_collective(
        "MPI_Ialltoallv", comm, no_root, request,
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
    if (!on())
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
    if (!on())
        return PMPI_Ialltoallw(out, out_counts, out_places, out_types, in, in_counts, in_places, in_types,
                               comm, request);
    return begin_collective(
        "MPI_Ialltoallw", comm, no_root, request,
        [&] {
            return PMPI_Ialltoallw(out, out_counts, out_places, out_types, in, in_counts, in_places, in_types,
                                   comm, request);
        },
        [&] {
            return std::int64_t{out == MPI_IN_PLACE ? bytes_to_each(in_counts, in_types, comm)
                                                    : bytes_to_each(out_counts, out_types, comm)};
        });
}

LOOP_HOST_CALL int MPI_Reduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, int root,
                              MPI_Comm comm) {
    if (!on()) return PMPI_Reduce(out, in, count, type, op, root, comm);
    return collective(
        "MPI_Reduce", Waits::RootOnly, comm, root,
        [&] { return PMPI_Reduce(out, in, count, type, op, root, comm); },
        [&] { return std::int64_t{root == MPI_ROOT ? 0 : bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Ireduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, int root,
                               MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Ireduce(out, in, count, type, op, root, comm, request);
    return begin_collective(
        "MPI_Ireduce", comm, root, request,
        [&] { return PMPI_Ireduce(out, in, count, type, op, root, comm, request); },
        [&] { return std::int64_t{root == MPI_ROOT ? 0 : bytes_of(count, type)}; });
}

LOOP_HOST_CALL int MPI_Allreduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                                 MPI_Comm comm) {
    if (!on()) return PMPI_Allreduce(out, in, count, type, op, comm);
    return collective(
        "MPI_Allreduce", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Allreduce(out, in, count, type, op, comm); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Iallreduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                                  MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Iallreduce(out, in, count, type, op, comm, request);
    return begin_collective(
        "MPI_Iallreduce", comm, no_root, request,
        [&] { return PMPI_Iallreduce(out, in, count, type, op, comm, request); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}

LOOP_HOST_CALL int MPI_Reduce_scatter(const void* out, void* in, const int* counts, MPI_Datatype type,
                                      MPI_Op op, MPI_Comm comm) {
    if (!on()) return PMPI_Reduce_scatter(out, in, counts, type, op, comm);
    return collective(
        "MPI_Reduce_scatter", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Reduce_scatter(out, in, counts, type, op, comm); },
        [&] { return std::int64_t{bytes_of(sum_of(counts, comm), type)}; });
}
LOOP_HOST_CALL int MPI_Ireduce_scatter(const void* out, void* in, const int* counts, MPI_Datatype type,
                                       MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Ireduce_scatter(out, in, counts, type, op, comm, request);
    return begin_collective(
        "MPI_Ireduce_scatter", comm, no_root, request,
        [&] { return PMPI_Ireduce_scatter(out, in, counts, type, op, comm, request); },
        [&] { return std::int64_t{bytes_of(sum_of(counts, comm), type)}; });
}

LOOP_HOST_CALL int MPI_Reduce_scatter_block(const void* out, void* in, int count, MPI_Datatype type,
                                            MPI_Op op, MPI_Comm comm) {
    if (!on()) return PMPI_Reduce_scatter_block(out, in, count, type, op, comm);
    return collective(
        "MPI_Reduce_scatter_block", Waits::Everyone, comm, no_root,
        [&] { return PMPI_Reduce_scatter_block(out, in, count, type, op, comm); },
        [&] { return std::int64_t{size_of(comm) * bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Ireduce_scatter_block(const void* out, void* in, int count, MPI_Datatype type,
                                             MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Ireduce_scatter_block(out, in, count, type, op, comm, request);
    return begin_collective(
        "MPI_Ireduce_scatter_block", comm, no_root, request,
        [&] { return PMPI_Ireduce_scatter_block(out, in, count, type, op, comm, request); },
        [&] { return std::int64_t{size_of(comm) * bytes_of(count, type)}; });
}

LOOP_HOST_CALL int MPI_Scan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                            MPI_Comm comm) {
    if (!on()) return PMPI_Scan(out, in, count, type, op, comm);
    return collective(
        "MPI_Scan", Waits::Nobody, comm, no_root, [&] { return PMPI_Scan(out, in, count, type, op, comm); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Iscan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Iscan(out, in, count, type, op, comm, request);
    return begin_collective(
        "MPI_Iscan", comm, no_root, request,
        [&] { return PMPI_Iscan(out, in, count, type, op, comm, request); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}

LOOP_HOST_CALL int MPI_Exscan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm) {
    if (!on()) return PMPI_Exscan(out, in, count, type, op, comm);
    return collective(
        "MPI_Exscan", Waits::Nobody, comm, no_root,
        [&] { return PMPI_Exscan(out, in, count, type, op, comm); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}
LOOP_HOST_CALL int MPI_Iexscan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                               MPI_Comm comm, MPI_Request* request) {
    if (!on()) return PMPI_Iexscan(out, in, count, type, op, comm, request);
    return begin_collective(
        "MPI_Iexscan", comm, no_root, request,
        [&] { return PMPI_Iexscan(out, in, count, type, op, comm, request); },
        [&] { return std::int64_t{bytes_of(count, type)}; });
}
