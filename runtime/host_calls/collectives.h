#pragma once

#include "host_calls/call.h"
#include "host_calls/requests.h"
#include "host_calls/wait.h"

#include <numeric>

// What the collective operations of host text have in common. Their messages are the library's; who cannot go on
// before others have come is taken to wait all the time. Local; nothing here communicates by itself.
namespace loop::runtime::trace {

enum class Waits { Everyone, AllButRoot, RootOnly, Nobody };

inline bool waits(Waits who, MPI_Comm comm, int root) {
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
int collective(const char* name, Waits who, MPI_Comm comm, int root, Operation operation, Bytes bytes,
               const void* caller = __builtin_return_address(0)) {
    HostCall call(name, caller);
    Waiting waiting;
    if (call.is_recorded() && waits(who, comm, root)) waiting.begin(-1);
    const int code = operation();
    waiting.end();
    if (code == MPI_SUCCESS && call.is_recorded()) call.collective(comm, root, bytes());
    return code;
}

// One that is begun here and completes in a wait or test: with what all ranks are to give alike.
struct Beginning {
    WaitKind kind;
    MPI_Comm comm;
    std::int64_t count;
    int root;
    MPI_Datatype type;
};

inline void remember_collective(MPI_Request request, const Beginning& beginning, std::int64_t bytes,
                                const void* caller) {
    Begun begun;
    begun.what = Begun::What::Collective;
    begun.kind = beginning.kind;
    begun.comm = beginning.comm;
    begun.partner = beginning.root;
    begun.bytes = bytes;
    begun.count = beginning.count;
    begun.type = type_number(beginning.type);
    begun.operation = next_operation(beginning.comm);
    begun.address = linked_address(caller);
    remember_request(request, begun);
}

template <class Operation, class Bytes>
int begin_collective(const Beginning& beginning, MPI_Request* request, Operation operation, Bytes bytes,
                     const void* caller = __builtin_return_address(0)) {
    if (!recording()) {
        const int code = operation();
        if (code == MPI_SUCCESS && keeps_requests()) remember_collective(*request, beginning, 0, caller);
        return code;
    }
    const HostCall call(host_wait_name(beginning.kind), caller);
    const int code = operation();
    if (code == MPI_SUCCESS && call.is_recorded()) remember_collective(*request, beginning, bytes(), caller);
    return code;
}

// What every rank must give alike. With MPI_IN_PLACE the count means nothing.
constexpr int not_uniform = -1;
inline int uniform(const void* data, int count) {
    return data == MPI_IN_PLACE ? not_uniform : count;
}

inline int rank_in(MPI_Comm comm) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}

inline int size_of(MPI_Comm comm) {
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
inline std::int64_t own_part(const void* data, int count, MPI_Datatype type, int in_place_count,
                             MPI_Datatype in_place_type) {
    return data == MPI_IN_PLACE ? bytes_of(in_place_count, in_place_type) : bytes_of(count, type);
}

inline std::int64_t sum_of(const int* counts, MPI_Comm comm) {
    return std::accumulate(counts, counts + size_of(comm), std::int64_t{0});
}

inline std::int64_t bytes_to_each(const int* counts, const MPI_Datatype* types, MPI_Comm comm) {
    std::int64_t bytes = 0;
    for (int i = 0, size = size_of(comm); i < size; ++i)
        bytes += bytes_of(counts[i], types[i]);
    return bytes;
}

} // namespace loop::runtime::trace
