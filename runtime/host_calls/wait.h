#pragma once

#include "host_calls/channels.h"
#include "host_calls/requests.h"
#include "session/frames.h"
#include "session/told.h"

#include <mpi.h>

#include <atomic>
#include <cstdint>

namespace loop::runtime::trace {

extern __thread bool is_in_first_thread; // which started the program; thread_local would ask at every use

inline bool is_first_thread() {
    return is_simulated || is_in_first_thread;
}

// The number of a type that every rank calls the same; 0: another one.
struct NumberedType {
    MPI_Datatype type;
    std::int64_t number;
};
extern NumberedType last_type;
std::int64_t renew_last_type(MPI_Datatype type); // its number

inline std::int64_t type_number(MPI_Datatype type) {
    return type == last_type.type ? last_type.number : renew_last_type(type);
}

int find_world_rank(MPI_Comm comm, int partner);

inline int world_rank(MPI_Comm comm, int partner) {
    return comm == MPI_COMM_WORLD && partner >= 0 ? partner : find_world_rank(comm, partner);
}

// What the words say of a construct holds no longer before they say anything else: others may be reading
// them.
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

// For those of the other ranks to be compared with; of MPI_COMM_WORLD.
void publish_collective(WaitKind kind);

// The communicator's number, its members, and the index of this collective operation on it.
void tell_other_communicator(MPI_Comm comm, bool operates);
inline void tell_communicator(MPI_Comm comm, bool operates) {
    if (comm != MPI_COMM_WORLD) return tell_other_communicator(comm, operates);
    RankStatus& status = *the_status;
    tell(status.communicator, world_communicator);
    tell(status.members, 0);
    tell(status.operation, operates ? ++world_operations : 0);
}

std::int64_t next_operation(MPI_Comm comm);

// Threads that may call MPI beside the first one: how many of them wait.
void enter_other_thread();
void leave_other_thread();

// An MPI call of host code that may wait, for whoever wants to know why a run does not go on. With or without
// a trace; nothing is asked of MPI. Of other threads than the one that started the program is told only that
// they wait. In the header, as a call would cost as much again as the stores.
class HostWait {
public:
    // `caller`: where in the program the call stands; `partner` in `comm`, or one of waits_for_*.
    HostWait(WaitKind kind, const void* caller, MPI_Comm comm, int partner, long long first, long long second,
             MPI_Datatype type)
        : kind_(kind), told_(is_first_thread()) {
        if (!told_) {
            enter_other_thread();
            return;
        }
        tell_caller(caller);
        RankStatus& status = *the_status;
        tell(status.arguments[0], first);
        tell(status.arguments[1], second);
        tell(status.arguments[2], type_number(type));
        tell_communicator(comm, partner == waits_for_everyone);
        tell(status.waiting, pack_waiting(the_session.waits += one_wait, kind, world_rank(comm, partner)));
        if (is_blocking_operation(kind) && comm == MPI_COMM_WORLD) publish_collective(kind);
    }
    // Which communicator is not known yet, or there is none.
    HostWait(WaitKind kind, const void* caller);
    ~HostWait() {
        if (!told_) leave_other_thread();
        if (told_ && !is_being_ended()) tell(the_status->waiting, the_session.waits);
    }
    HostWait(const HostWait&) = delete;
    HostWait& operator=(const HostWait&) = delete;

    // Known only now: what was begun, and is waited for here.
    void waits_for(const Begun& begun);

private:
    WaitKind kind_;
    bool told_;
};

// Host code begins a message; `to` in `comm`. With the number of the communicator that it is on.
std::uint64_t communicator_number(MPI_Comm comm);
inline void tell_host_sent(MPI_Comm comm, int to, int tag) {
    if (!is_first_thread()) return;
    const int receiver = world_rank(comm, to);
    if (receiver >= 0) tell_sent(receiver, tag, communicator_number(comm));
}

// And has received one.
inline void tell_host_received(MPI_Comm comm, const MPI_Status& status) {
    if (!is_first_thread() || status.MPI_SOURCE < 0) return;
    tell_received(world_rank(comm, status.MPI_SOURCE), status.MPI_TAG, communicator_number(comm));
}

// A persistent request for a message is made, or started: one that never is started is told.
void tell_prepared(MPI_Request request);
void tell_started(MPI_Request request, Begun& begun);
void tell_freed(MPI_Request request);

} // namespace loop::runtime::trace

// The first line of such a function, for the frame that it is in.
#define LOOP_WAITS(Name, comm, partner, first, second, type)                                                 \
    HostWait host_wait(loop::WaitKind::Name, __builtin_return_address(0), comm, partner, first, second, type)
#define LOOP_WAITS_ALL(Name, comm, count, root, type)                                                        \
    const LOOP_WAITS(Name, comm, loop::waits_for_everyone, count, root, type)
