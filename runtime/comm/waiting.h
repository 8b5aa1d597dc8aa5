#pragma once

#include "session/failure.h"
#include "session/session.h"

#include <mpi.h>
#include <sched.h>

namespace loop::runtime {

// How ranks wait: the only place that decides it. Native MPI waits while every rank has a core. Where ranks
// outnumber cores a spinning wait burns the time slice of the very rank it waits for, so every wait tests and
// yields the core instead.

// Waits by testing and yielding in any mode: while the mode is not yet, or no longer, known.
void wait_yielding(MPI_Request& request, const char* what);

constexpr int turns_between_progress = 8; // a turn of MPI costs about as much as a yield

// Lets MPI work on messages that are on their way, whosever they are.
void progress();

// Waits, in the yielding way, for what another process of this node writes into shared memory. MPI gets a
// turn now and then: a peer may be blocked in a host message that needs this rank's part in its transfer.
template <class Ready>
void yield_until(Ready ready) {
    for (int turn = 1; !ready(); ++turn) {
        if (turn % turns_between_progress == 0) progress();
        sched_yield();
    }
}

void wait_all_yielding(int count, MPI_Request* requests, MPI_Status* statuses);
[[noreturn]] void fail_receive(int mpi_code, int source);
[[noreturn]] void fail_wait(int mpi_code, int count, const MPI_Status* statuses);

// Messages of this rank: `statuses` may not be MPI_STATUSES_IGNORE, a failure is told from them.
inline void wait_all(int count, MPI_Request* requests, MPI_Status* statuses) {
    if (the_session.yielding) return wait_all_yielding(count, requests, statuses);
    const int code = MPI_Waitall(count, requests, statuses);
    if (code != MPI_SUCCESS) fail_wait(code, count, statuses);
}

inline void wait_one(MPI_Request& request, MPI_Status& status) {
    wait_all(1, &request, &status);
}

// Sends, whose statuses tell nothing.
inline void wait_sent(int count, MPI_Request* requests, MPI_Status* statuses) {
    if (count != 1 || the_session.yielding) return wait_all(count, requests, statuses);
    check_mpi(MPI_Wait(requests, MPI_STATUS_IGNORE), "completing a message");
}

// A blocking receive in the way of the session.
inline void receive(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                    MPI_Status* status = MPI_STATUS_IGNORE) {
    if (!the_session.yielding) {
        const int code = MPI_Recv(data, count, type, source, tag, comm, status);
        if (code != MPI_SUCCESS) fail_receive(code, source);
        return;
    }
    MPI_Request request;
    MPI_Status own;
    check_mpi(MPI_Irecv(data, count, type, source, tag, comm, &request), "posting a receive");
    wait_one(request, own);
    if (status != MPI_STATUS_IGNORE) *status = own;
}

} // namespace loop::runtime
