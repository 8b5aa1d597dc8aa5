#pragma once

#include "host_calls/buffer_uses.h"
#include "host_calls/call.h"
#include "host_calls/collective_buffers.h"
#include "host_calls/errors.h"
#include "host_calls/logged_operations.h"
#include "host_calls/requests.h"
#include "host_calls/strict.h"
#include "host_calls/wait.h"
#include "trace/call_counts.h"

#include <loop/collective_data.h>

#include <numeric>
#include <string_view>

// Common parts of the collective operations in host code. LOOP does not see the library's messages, so a rank
// that cannot return before others arrive counts as waiting all the time. Local; nothing here adds
// communication.
namespace loop::runtime::trace {

// Rooted: data go to the root, perhaps through other ranks, which wait for those below them in a tree. Lower:
// ranks wait for those before them.
enum class Waits { Everyone, AllButRoot, Rooted, Lower };

inline int rank_in(MPI_Comm comm) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}

inline bool waits(Waits who, MPI_Comm comm, int root) {
    const Channel* const channel = find_channel(comm);
    if (channel == nullptr || channel->partners.size() < 2) return false;
    if (who == Waits::Everyone) return true;
    if (who == Waits::Lower) return rank_in(comm) > 0;
    if (root == MPI_PROC_NULL) return false; // beside the root of an intercommunicator
    return who == Waits::Rooted || !is_root(comm, root);
}

constexpr int no_root = -1;

// The arguments that must be the same on all ranks.
struct Alike {
    std::int64_t count;
    int root;
    MPI_Datatype type;
};

// `bytes` and `moves` are called after the operation has succeeded.
template <class Operation, class Bytes, class Moves>
int collective(CallName name, const CalledAt& at, Waits who, MPI_Comm comm, int root, Operation operation,
               Bytes bytes, Moves moves) {
    HostCall call(name, at.caller);
    Waiting waiting;
    if (call.is_recorded() && waits(who, comm, root)) waiting.begin(-1);
    const int code = logged(operation(), log_misses_collectives);
    const bool waited = waiting.end();
    const bool is_told = logs_here() && logs_all();
    if (code != MPI_SUCCESS || (!call.is_recorded() && !is_told)) return code;
    const std::int64_t given = bytes();
    if (call.is_recorded()) count_collective(moves());
    call.collective(comm, root, given, waited);
    if (is_told) log_bytes(at, given, 0);
    return code;
}

// Starts a nonblocking collective, which completes in a wait or test.
template <class Operation, class Bytes, class Moves>
int begin_collective(CallName name, const CalledAt& at, WaitKind kind, MPI_Comm comm, const Alike& alike,
                     std::uint64_t number, MPI_Request* request, Operation operation, Bytes bytes,
                     Moves moves) {
    const HostCall call(name, at.caller);
    const int code = logged(operation(), log_misses_collectives);
    if (code == MPI_SUCCESS && !is_followed_thread()) count_operation_of_thread(kind, comm);
    if (code != MPI_SUCCESS || !keeps_requests()) return code;
    Begun begun;
    begun.what = Begun::What::Collective;
    begun.kind = kind;
    begun.operation_kind = loop::all_calls[name.index].kind;
    begun.comm = comm;
    begun.partner = alike.root;
    const bool is_told = number != 0 && logs_all();
    if (call.is_recorded() || is_told) begun.bytes = bytes();
    if (call.is_recorded()) count_collective(moves());
    if (is_told) log_bytes(at, begun.bytes, 0);
    if (call.is_recorded()) learn_channel(comm); // MPI may free it before the operation completes
    begun.count = alike.count;
    begun.type = known_type(alike.type).number();
    begun.number = number;
    begun.operation = next_operation(comm);
    begun.address = linked_address(at.caller);
    remember_request(*request, begun);
    return code;
}

// Creates a persistent collective, also one of a neighborhood, which MPI_Start starts. `kind`: `Other` for a
// neighborhood, whose ranks do not wait for others. The call log lacks it.
template <class Operation, class Bytes, class Moves>
int prepare_collective(CallName name, const void* caller, loop::CallKind kind, MPI_Comm comm,
                       const Alike& alike, MPI_Request* request, Operation operation, Bytes bytes,
                       Moves moves) {
    const HostCall call(name, caller);
    const int code = logged(operation(), log_misses_collectives);
    if (code != MPI_SUCCESS || !keeps_requests()) return code;
    Begun begun;
    begun.what = Begun::What::Collective;
    begun.persistent = true;
    begun.active = false;
    begun.operation_kind = kind;
    begun.comm = comm;
    begun.partner = alike.root;
    begun.count = alike.count;
    begun.type = known_type(alike.type).number();
    begun.address = linked_address(caller);
    if (call.is_recorded()) begun.moves = moves();
    if (call.is_recorded()) begun.bytes = bytes();
    if (call.is_recorded()) learn_channel(comm); // MPI may free it before the request
    remember_request(*request, begun);
    return code;
}

// A count that must be the same on all ranks; with MPI_IN_PLACE, it is ignored.
constexpr int not_uniform = -1;
inline std::int64_t uniform(const void* data, std::int64_t count) {
    return data == MPI_IN_PLACE ? not_uniform : count;
}

inline bool is_between_groups(MPI_Comm comm) {
    int is_inter = 0;
    PMPI_Comm_test_inter(comm, &is_inter);
    return is_inter != 0;
}

// The number of ranks of its own group.
inline int own_size_of(MPI_Comm comm) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    return size;
}

// The number of ranks that it exchanges data with: on an intercommunicator, those of the other group.
inline int size_of(MPI_Comm comm) {
    if (!is_between_groups(comm)) return own_size_of(comm);
    int size = 0;
    PMPI_Comm_remote_size(comm, &size);
    return size;
}

// The bytes that a rank contributes; with MPI_IN_PLACE they are in the receive buffer.
inline std::int64_t own_part(const void* data, std::int64_t count, MPI_Datatype type,
                             std::int64_t in_place_count, MPI_Datatype in_place_type) {
    return data == MPI_IN_PLACE ? bytes_of(in_place_count, in_place_type) : bytes_of(count, type);
}

// Reads the counts only with MPI_IN_PLACE: otherwise they may be missing.
template <class Count>
std::int64_t own_part(const void* data, std::int64_t count, MPI_Datatype type, const Count* in_place_counts,
                      MPI_Datatype in_place_type, MPI_Comm comm) {
    return data == MPI_IN_PLACE ? bytes_of(in_place_counts[rank_in(comm)], in_place_type)
                                : bytes_of(count, type);
}

// Whether this rank is the root: is_root() for communicators that LOOP may not know, after MPI has checked
// them.
inline bool gives_to_all(int root, MPI_Comm comm) {
    return is_mpi_root(root) || (!is_between_groups(comm) && rank_in(comm) == root);
}

template <class Count>
std::int64_t sum_of(const Count* counts, int size) {
    return std::accumulate(counts, counts + size, std::int64_t{0});
}

template <class Count>
constexpr const Count* no_counts = nullptr;

// What a rank gives to and gets from each rank of its communicator, in the log of a recorded program. Null:
// no counts, as only the root has some. `at`: as for the operation.
template <class Count>
void log_counts(const CalledAt& at, const Count* given, MPI_Datatype given_type, const Count* taken,
                MPI_Datatype taken_type, int size) {
    if (!logs_here() || !logs_all()) return;
    for (int i = 0; i < size; ++i)
        log_bytes(at, given == nullptr ? 0 : bytes_of(given[i], given_type),
                  taken == nullptr ? 0 : bytes_of(taken[i], taken_type), i);
}

// The sizes of a CollectivePart.
struct Slots {
    std::int64_t own = 0, sent = 0, received = 0;
};

inline Slots equal_slots(std::int64_t bytes, MPI_Comm comm) {
    return {bytes, bytes * size_of(comm), bytes * size_of(comm)};
}
template <class Count>
Slots slots_of(std::int64_t own, const Count* counts, MPI_Datatype type, int size) {
    const std::int64_t all = bytes_of(sum_of(counts, size), type);
    return {own, all, all};
}

// With this rank's own slot, which is nowhere among them on an intercommunicator.
template <class Count>
Slots slots_of_all(const Count* counts, MPI_Datatype type, MPI_Comm comm) {
    const std::int64_t own = is_between_groups(comm) ? 0 : bytes_of(counts[rank_in(comm)], type);
    return slots_of(own, counts, type, size_of(comm));
}

inline loop::GivenAndGot moves_of(loop::CallKind kind, MPI_Comm comm, int root, const Slots& slots) {
    if (loop::has_root(kind) && root == MPI_PROC_NULL) return {}; // beside the root of an intercommunicator
    const bool is_inter = is_between_groups(comm);
    const int ranks = own_size_of(comm) + (is_inter ? size_of(comm) : 0);
    return loop::given_and_got({kind, rank_in(comm), ranks, gives_to_all(root, comm), slots.own, slots.sent,
                                slots.received, is_inter});
}

template <class Count>
std::int64_t bytes_to_each(const Count* counts, const MPI_Datatype* types, MPI_Comm comm) {
    std::int64_t bytes = 0;
    for (int i = 0, size = size_of(comm); i < size; ++i)
        bytes += bytes_of(counts[i], types[i]);
    return bytes;
}

// SimGrid 3.32 combines the data of ranks in the wrong order in these.
constexpr bool mixes_ranks(std::string_view name) {
    return name == "MPI_Scan" || name == "MPI_Exscan" || name.substr(0, 5) == "MPI_I";
}

// Refuses, on a simulated machine, an operation with a wrong result. Invalid handles are left to MPI.
inline void require_right_order(const char* name, MPI_Op op) {
    int commutes = 1;
    if (!loop::runtime::is_simulated || !mixes_ranks(name)) return;
    if (PMPI_Op_commutative(op, &commutes) != MPI_SUCCESS || commutes != 0) return;
    loop::runtime::fail_call(
        name, "the operator does not commute, and SimGrid's MPI combines the ranks in the wrong "
              "order; MPI_Reduce and MPI_Allreduce keep it");
}

} // namespace loop::runtime::trace

#define LOOP_LIST(...) __VA_ARGS__
#define LOOP_ANY_ORDER(Name)
#define LOOP_RIGHT_ORDER(Name) require_right_order("MPI_" #Name, op);

// One row defines MPI_Name, MPI_IName, and, since MPI 4, MPI_Name_init; with large counts, MPI_Name_c and so
// on (small_and_large.inc): their common parameters and arguments, which ranks wait, what must be Alike, the
// call log's LoggedOperation, the memory that it uses, what a recorded program logs of its counts, the bytes
// that this rank contributes, and the Slots of its data.
#define LOOP_HOST_COLLECTIVE(...) LOOP_HOST_OPERATION(LOOP_ANY_ORDER, __VA_ARGS__)
// The same with the operator `op`.
#define LOOP_HOST_REDUCTION(...) LOOP_HOST_OPERATION(LOOP_RIGHT_ORDER, __VA_ARGS__)
#define LOOP_HOST_OPERATION(order, Name, IName, parameters, arguments, who, alike, operation, uses, told,    \
                            bytes, slots)                                                                    \
    LOOP_HOST_CALL int LOOP_SIZED(MPI_##Name)(LOOP_LIST parameters) {                                        \
        order(Name) const CalledAt at = LOOP_CALLED_AT(Name);                                                \
        const Alike all{LOOP_LIST alike};                                                                    \
        if (checks_memory()) check_uses(at, uses);                                                           \
        if (logs_here()) log_operation(at, comm, all.root, operation);                                       \
        LOOP_WAITS_ALL(Name, comm, all.count, all.root, all.type);                                           \
        if (Waits::who != Waits::Everyone) meet_if_strict(comm);                                             \
        return collective(                                                                                   \
            LOOP_RECORDED_SIZED(LOOP_SIZED(Name)), at, Waits::who, comm, all.root,                           \
            [&] { return LOOP_SIZED(PMPI_##Name)(LOOP_LIST arguments); },                                    \
            [&]() -> std::int64_t { return (told), bytes; },                                                 \
            [&] { return moves_of(loop::CallKind::Name, comm, all.root, slots); });                          \
    }                                                                                                        \
    LOOP_HOST_CALL int LOOP_SIZED(MPI_##IName)(LOOP_LIST parameters, MPI_Request * request) {                \
        order(IName) const CalledAt at = LOOP_CALLED_AT(IName);                                              \
        const Alike all{LOOP_LIST alike};                                                                    \
        const std::uint64_t number = number_request();                                                       \
        if (checks_memory()) check_and_keep(at, number, uses);                                               \
        if (number != 0) log_operation(at, comm, all.root, operation, number);                               \
        return begin_collective(                                                                             \
            LOOP_RECORDED_SIZED(LOOP_SIZED(IName)), at, loop::WaitKind::IName, comm, all, number, request,   \
            [&] { return LOOP_SIZED(PMPI_##IName)(LOOP_LIST arguments, request); },                          \
            [&]() -> std::int64_t { return (told), bytes; },                                                 \
            [&] { return moves_of(loop::CallKind::Name, comm, all.root, slots); });                          \
    }                                                                                                        \
    LOOP_HOST_PERSISTENT(Name, parameters, arguments, loop::CallKind::Name, alike, bytes,                    \
                         moves_of(loop::CallKind::Name, comm, all.root, slots))

// The name with its ending.
#define LOOP_RECORDED_SIZED(SizedName) LOOP_RECORDED(SizedName)
#define LOOP_ENTERED_SIZED(SizedName) LOOP_BEGIN_AND_END(SizedName)

#if MPI_VERSION >= 4
#define LOOP_HOST_PERSISTENT(Name, parameters, arguments, kind, alike, bytes, moves)                         \
    LOOP_HOST_CALL int LOOP_SIZED(MPI_##Name##_init)(LOOP_LIST parameters, MPI_Info info,                    \
                                                     MPI_Request * request) {                                \
        const Alike all{LOOP_LIST alike};                                                                    \
        return prepare_collective(                                                                           \
            LOOP_ENTERED_SIZED(LOOP_SIZED(Name##_init)), __builtin_return_address(0), kind, comm, all,       \
            request, [&] { return LOOP_SIZED(PMPI_##Name##_init)(LOOP_LIST arguments, info, request); },     \
            [&]() -> std::int64_t { return bytes; }, [&] { return moves; });                                 \
    }
#else
#define LOOP_HOST_PERSISTENT(...)
#endif
