#pragma once

#include "session/waits.h"

#include <mpi.h>

#include <atomic>
#include <cstdint>

// Where the linker put the beginning of the program (or of the shared object that a simulated rank is).
extern "C" const char __ehdr_start __attribute__((weak, visibility("hidden")));

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

// Debug information speaks of addresses as the linker gave them.
inline std::uintptr_t linked_address(const void* at) {
#ifdef __PIC__
    return reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(&__ehdr_start);
#else
    return reinterpret_cast<std::uintptr_t>(at);
#endif
}

// What the words say of a construct holds no longer before they say anything else: others may be reading them.
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

constexpr bool is_collective(WaitKind kind) {
    return kind >= WaitKind::Barrier && kind <= WaitKind::Exscan;
}

// For those of the other ranks to be compared with; of MPI_COMM_WORLD.
void publish_collective(WaitKind kind);

// An MPI call of host text that may wait, for whoever wants to know why a run does not go on. With or without
// a trace; nothing is asked of MPI. Calls of other threads than the one that started the program tell
// nothing. In the header, as a call would cost as much again as the stores.
class HostWait {
public:
    // `caller`: where in the program the call stands; `partner` in `comm`, or one of waits_for_*.
    HostWait(WaitKind kind, const void* caller, MPI_Comm comm, int partner, long long first, long long second,
             MPI_Datatype type)
        : kind_(kind), told_(is_first_thread()) {
        if (!told_) return;
        tell_caller(caller);
        RankStatus& status = *the_status;
        tell(status.arguments[0], first);
        tell(status.arguments[1], second);
        tell(status.arguments[2], type_number(type));
        tell(status.waiting,
             pack_waiting(the_session.waits += one_wait, kind, world_rank(comm, partner)));
        if (is_collective(kind) && comm == MPI_COMM_WORLD) publish_collective(kind);
    }
    HostWait(WaitKind kind, const void* caller);
    ~HostWait() {
        if (told_ && !is_being_ended()) tell(the_status->waiting, the_session.waits);
    }
    HostWait(const HostWait&) = delete;
    HostWait& operator=(const HostWait&) = delete;

    // Known only now; a rank of MPI_COMM_WORLD, and the tag of its message.
    void waits_for(int rank, int tag = 0);

private:
    WaitKind kind_;
    bool told_;
};

// Host text begins a message; `to` in `comm`.
inline void tell_sent(MPI_Comm comm, int to, int tag) {
    const int receiver = world_rank(comm, to);
    if (receiver >= 0 && is_first_thread()) tell(the_status->last_sent, pack_sent(receiver, tag, true));
}

} // namespace loop::runtime::trace

// The first line of such a function, for the frame that it is in.
#define LOOP_WAITS(Name, comm, partner, first, second, type)                                                 \
    HostWait host_wait(loop::WaitKind::Name, __builtin_return_address(0), comm, partner, first, second, type)
#define LOOP_WAITS_ALL(Name, comm, count, root, type)                                                        \
    const LOOP_WAITS(Name, comm, loop::waits_for_everyone, count, root, type)
