#pragma once

#include "host_calls/channels.h"
#include "host_calls/followed_thread.h"
#include "host_calls/requests.h"
#include "host_calls/signatures.h"
#include "session/frames.h"
#include "session/inlining.h"
#include "session/told.h"

#include <mpi.h>

#include <atomic>
#include <cstdint>

namespace loop::runtime::trace {

int find_world_rank(MPI_Comm comm, int partner);

inline int world_rank(MPI_Comm comm, int partner) {
    return comm == MPI_COMM_WORLD && partner >= 0 ? partner : find_world_rank(comm, partner);
}

// Invalidates the last construct's status fields before changing them, as other ranks may be reading them.
inline void tell_caller(const void* caller) {
    RankStatus& status = *the_status;
    tell(status.published, 0);
    std::atomic_thread_fence(std::memory_order_release);
    tell(status.previous, the_session.place);
    const std::uintptr_t address = linked_address(caller);
    tell(status.host_address, address);
    the_session.place = address | host_call_bit;
    tell(status.host_call, status.host_call + 1);
}

// Publishes a collective on MPI_COMM_WORLD, so that other ranks can compare theirs with it.
void publish_collective(WaitKind kind);

// Publishes the communicator, its members, and, if `operates`, the index of this collective operation on it.
void tell_other_communicator(MPI_Comm comm, bool operates);
inline void tell_communicator(MPI_Comm comm, bool operates) {
    if (comm != MPI_COMM_WORLD) return tell_other_communicator(comm, operates);
    RankStatus& status = *the_status;
    tell(status.communicator, world_communicator);
    tell(status.members, 0);
    tell(status.operation, operates ? ++world_operations : 0);
}

std::int64_t next_operation(MPI_Comm comm);

// Count how many threads other than the first one wait in MPI.
void enter_other_thread();
void leave_other_thread();

// A collective operation of such a thread has a number like all others: a program orders the operations of
// all its threads on a communicator. Only on MPI_COMM_WORLD, as other communicators may be unknown here.
void count_operation_of_thread(WaitKind kind, MPI_Comm comm);

// Publishes an MPI call in host code that may wait, for hang detection. Works without a trace, and makes no
// MPI calls. For threads other than the one that started the program, publishes only that they wait.
class HostWait {
public:
    // `caller`: the return address; `partner`: a rank in `comm`, or one of waits_for_*.
    LOOP_ALWAYS_INLINE HostWait(WaitKind kind, const void* caller, MPI_Comm comm, int partner,
                                long long first, long long second, MPI_Datatype type)
        : kind_(kind), told_(is_followed_thread()) {
        if (!told_) {
            enter_other_thread();
            if (partner == waits_for_everyone) count_operation_of_thread(kind, comm);
            return;
        }
        tell_caller(caller);
        RankStatus& status = *the_status;
        tell(status.arguments[0], first);
        tell(status.arguments[1], second);
        tell(status.arguments[2], known_type(type).number());
        tell_communicator(comm, partner == waits_for_everyone);
        tell(status.waiting, pack_waiting(the_session.waits += one_wait, kind, world_rank(comm, partner)));
        if (is_blocking_operation(kind) && comm == MPI_COMM_WORLD) publish_collective(kind);
    }
    // For calls without a communicator, or if it is not known yet.
    HostWait(WaitKind kind, const void* caller);
    ~HostWait() {
        if (!told_) leave_other_thread();
        if (told_ && !is_being_ended()) tell(the_status->waiting, the_session.waits);
    }
    HostWait(const HostWait&) = delete;
    HostWait& operator=(const HostWait&) = delete;

    // Publishes the started operation that this call waits for.
    void waits_for(const Begun& begun);
    // Publishes that it waits for these ranks, packed as in the status file.
    void waits_for_members(std::uint64_t members);
    // ... or for this one in MPI_COMM_WORLD; -1: not known.
    void waits_for_rank(int rank);

private:
    WaitKind kind_;
    bool told_;
};

std::uint64_t find_communicator_number(MPI_Comm comm);
inline std::uint64_t communicator_number(MPI_Comm comm) {
    return comm == MPI_COMM_WORLD ? world_communicator : find_communicator_number(comm);
}

// Publishes that host code starts a message to rank `to` in `comm`.
LOOP_ALWAYS_INLINE void tell_host_sent(MPI_Comm comm, int to, int tag) {
    if (!is_followed_thread()) return;
    const int receiver = world_rank(comm, to);
    if (receiver >= 0) tell_sent(receiver, tag, communicator_number(comm));
}

// Publishes that host code has received a message.
inline void tell_host_received(MPI_Comm comm, const MPI_Status& status) {
    if (!is_followed_thread() || status.MPI_SOURCE < 0) return;
    tell_received(world_rank(comm, status.MPI_SOURCE), status.MPI_TAG, communicator_number(comm));
}

// Track persistent requests: publish one that has been created but never started.
void tell_prepared(MPI_Request request);
void tell_started(MPI_Request request, Begun& begun);
void tell_freed(MPI_Request request);

} // namespace loop::runtime::trace

// Must be the first line of the MPI function itself, as it reads the return address.
#define LOOP_WAITS(Name, comm, partner, first, second, type)                                                 \
    HostWait host_wait(loop::WaitKind::Name, __builtin_return_address(0), comm, partner, first, second, type)
#define LOOP_WAITS_ALL(Name, comm, count, root, type)                                                        \
    const LOOP_WAITS(Name, comm, loop::waits_for_everyone, count, root, type)
