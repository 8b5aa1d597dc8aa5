#pragma once

#include "session/failure.h"
#include "session/session.h"
#include "session/waits.h"

#include <mpi.h>
#include <sched.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace loop::runtime {

// Only this folder decides how ranks wait for messages and for each other. If every rank has a core, LOOP
// uses MPI's own blocking calls. If ranks outnumber cores, a spinning wait would occupy the core that the
// awaited rank needs. Waits then poll MPI, or a flag in shared memory, and yield the core in between.

constexpr int turns_between_progress = 8; // yields per progress(), which costs about as much as a yield

// Lets MPI make progress on all pending messages, not only on those that the caller waits for.
void progress();

// How often a rank yields before it sleeps. Yielding is fair only among processes of one scheduling group.
// Linux's autogroup puts each session into a group, and MPICH's launcher starts each rank in its own session.
// A yield then does not switch to another rank: the same rank continues, or another program runs.
struct YieldLimits {
    int turns;         // while it waits for a rank of its node; that rank wakes it
    int barrier_turns; // in a barrier. To wake all ranks costs more than a few yields, but less than many
    int test_turns; // while it tests for messages; MPI wakes no rank, so it then sleeps briefly between tests
};
extern YieldLimits yield_limits;
YieldLimits yield_limits_for(bool grouped_apart, int ranks_per_core);

// To be called after each unsuccessful test: yields or sleeps. `turn`: the number of tests before this one.
void after_test(int turn);

// Calls `done` until it returns true. `turn`: the number of earlier unsuccessful tests.
template <class Done>
void test_until(Done done, int turn = 0) {
    for (; !done(); turn += turn < std::numeric_limits<int>::max())
        after_test(turn);
}

// Polls `ready`, which other ranks of the node make true, and yields. Returns false after `turns` polls.
template <class Ready>
bool yield_until(Ready ready, int turns) {
    for (int turn = 1; turn <= turns; ++turn) {
        if (ready()) return true;
        if (turn % turns_between_progress == 0) progress();
        sched_yield();
    }
    return false;
}

// Sleeps if `word` has this value. If no rank wakes it within 1 ms, calls progress() and returns.
void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value);
void futex_wake(std::atomic<std::uint32_t>& word, int count); // wakes at most `count` ranks

// To be called after an unsuccessful poll in host code: yields the core if ranks outnumber cores.
inline void poll_failed() {
    if (the_session.yielding) sched_yield();
}

void wait_all_yielding(int count, MPI_Request* requests, MPI_Status* statuses);
[[noreturn]] void fail_receive(int mpi_code, int source);
[[noreturn]] void fail_wait(int mpi_code, int count, const MPI_Status* statuses);

// Waits for messages of this rank. `statuses` must not be MPI_STATUSES_IGNORE: they show what failed.
inline void wait_all(int count, MPI_Request* requests, MPI_Status* statuses) {
    const Waits waits(waits_for_partners);
    if (the_session.yielding) return wait_all_yielding(count, requests, statuses);
    const int code = PMPI_Waitall(count, requests, statuses);
    if (code != MPI_SUCCESS) fail_wait(code, count, statuses);
}

// The same for messages of a thread. If it takes long, calls `tell` now and then.
void wait_all_of_thread(int count, MPI_Request* requests, MPI_Status* statuses,
                        const std::function<void()>& tell);

// Kernels call these to act on requests as they complete. Both return the number of completed requests, and
// store their indices. The number is 0 if no request is active. `test_some` does not wait: it also returns 0
// if no request is complete. On a simulated machine, both return at most 1, and a test takes simulated time.
int test_some(int count, MPI_Request* requests, int* indices, MPI_Status* statuses);
int wait_some(int count, MPI_Request* requests, int* indices, MPI_Status* statuses);

inline void wait_one(MPI_Request& request, MPI_Status& status) {
    wait_all(1, &request, &status);
}

// Waits for sends, whose statuses carry no information.
inline void wait_sent(int count, MPI_Request* requests, MPI_Status* statuses) {
    if (count != 1 || the_session.yielding) return wait_all(count, requests, statuses);
    const Waits waits(waits_for_partners);
    check_mpi(PMPI_Wait(requests, MPI_STATUS_IGNORE), "completing a message");
}

// A blocking send. Yields while it waits if ranks outnumber cores. `what` names its purpose in error
// messages.
inline void send(const void* data, std::size_t bytes, int to, int tag, MPI_Comm comm, const char* what) {
    MPI_Request request;
    MPI_Status status;
    check_mpi(PMPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, tag, comm, &request), what);
    wait_one(request, status);
}

// A blocking receive. Yields while it waits if ranks outnumber cores.
inline void receive(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                    MPI_Status* status = MPI_STATUS_IGNORE) {
    const Waits waits(source >= 0 ? source : waits_for_somebody);
    if (!the_session.yielding) {
        const int code = PMPI_Recv(data, count, type, source, tag, comm, status);
        if (code != MPI_SUCCESS) fail_receive(code, source);
        return;
    }
    MPI_Request request;
    MPI_Status own;
    check_mpi(PMPI_Irecv(data, count, type, source, tag, comm, &request), "posting a receive");
    wait_all_yielding(1, &request, &own);
    if (status != MPI_STATUS_IGNORE) *status = own;
}

// Receives, then waits for the earlier send `sent`. Never yields: to be called only if every rank has a core.
inline void receive_during_send(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                                MPI_Request& sent) {
    const Waits waits(source);
    const int code = PMPI_Recv(data, count, type, source, tag, comm, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) fail_receive(code, source);
    check_mpi(PMPI_Wait(&sent, MPI_STATUS_IGNORE), "completing a message");
}

} // namespace loop::runtime
