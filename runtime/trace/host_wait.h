#pragma once

#include "session/waits.h"

#include <mpi.h>

namespace loop::runtime::trace {

// An MPI call of host text that may wait, for whoever wants to know why a run does not go on. With or without
// a trace; nothing is asked of MPI. Calls of other threads than the one that started the program tell
// nothing.
class HostWait {
public:
    // `caller`: where in the program the call stands; `partner` in `comm`, or one of waits_for_*.
    HostWait(WaitKind kind, const void* caller, MPI_Comm comm, int partner, long long first, long long second,
             MPI_Datatype type);
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
void tell_sent(MPI_Comm comm, int to, int tag);

} // namespace loop::runtime::trace

// The first line of such a function, for the frame that it is in.
#define LOOP_WAITS(Name, comm, partner, first, second, type)                                                 \
    HostWait host_wait(loop::WaitKind::Name, __builtin_return_address(0), comm, partner, first, second, type)
#define LOOP_WAITS_ALL(Name, comm, count, root, type)                                                        \
    const LOOP_WAITS(Name, comm, loop::waits_for_everyone, count, root, type)
