#pragma once

#include "comm/waiting/waiting.h"
#include "session/simulation.h"
#include "trace/records.h"

#include <vector>

namespace loop::runtime {

// Waiting while a trace is recorded. LOOP tests before it blocks, so the trace distinguishes messages that
// had already arrived from those that the rank waited for, and records each message when it completes. On a
// simulated machine, where a test costs time, LOOP does not test: trace::Waiting finds out afterwards.

// The simulator completes the requests of MPI_Waitall in this way, too, but does not tell when.
template <class Done>
void wait_each_simulated(int count, MPI_Request* requests, MPI_Status* statuses, int partner,
                         trace::Waiting& waiting, Done done) {
    const Waits waits(waits_for_partners);
    for (int left = count; left > 0; --left) {
        waiting.begin(partner);
        int index = MPI_UNDEFINED;
        MPI_Status status{};
        const int code = PMPI_Waitany(count, requests, &index, &status);
        if (code != MPI_SUCCESS) fail_wait(code, 1, &status);
        if (index == MPI_UNDEFINED) return;
        statuses[index] = status;
        done(index, status);
    }
}

// Calls `done(index, status)` for each request as it completes. `partner`: the only rank that this rank waits
// for, or -1 if there are several or it is unknown.
template <class Done>
void wait_each(int count, MPI_Request* requests, MPI_Status* statuses, int partner, trace::Waiting& waiting,
               Done done) {
    if (is_simulated) return wait_each_simulated(count, requests, statuses, partner, waiting, done);
    const Waits waits(partner >= 0 ? partner : waits_for_partners);
    static auto* const indices = new std::vector<int>;
    if (indices->size() < static_cast<std::size_t>(count)) indices->resize(static_cast<std::size_t>(count));
    for (int left = count; left > 0;) {
        int ready = 0;
        int code = MPI_SUCCESS;
        const auto is_some_done = [&] {
            code = PMPI_Testsome(count, requests, &ready, indices->data(), statuses);
            return code != MPI_SUCCESS || ready != 0;
        };
        if (!is_some_done()) {
            waiting.begin(partner);
            if (the_session.yielding) {
                after_test(0);
                test_until(is_some_done, 1);
            } else {
                code = PMPI_Waitsome(count, requests, &ready, indices->data(), statuses);
            }
        }
        if (code != MPI_SUCCESS) fail_wait(code, ready == MPI_UNDEFINED ? 0 : ready, statuses);
        if (ready == MPI_UNDEFINED) return; // none of them was active
        for (int i = 0; i < ready; ++i)
            done((*indices)[static_cast<std::size_t>(i)], statuses[i]);
        left -= ready;
    }
}

inline bool are_sent(int count, MPI_Request* requests, MPI_Status* statuses) {
    if (is_simulated) return false;
    int done = 0;
    if (count == 1) {
        check_mpi(PMPI_Test(requests, &done, MPI_STATUS_IGNORE), "completing a message");
    } else {
        const int code = PMPI_Testall(count, requests, &done, statuses);
        if (code != MPI_SUCCESS) fail_wait(code, count, statuses);
    }
    return done != 0;
}

inline void wait_sent_traced(int count, MPI_Request* requests, MPI_Status* statuses) {
    if (are_sent(count, requests, statuses)) return;
    trace::Waiting waiting;
    waiting.begin(-1);
    wait_all(count, requests, statuses);
    waiting.end();
}

// Returns whether a message is known to have arrived, without receiving it.
inline bool is_there(int source, int tag, MPI_Comm comm) {
    if (is_simulated) return false;
    int there = 0;
    check_mpi(PMPI_Iprobe(source, tag, comm, &there, MPI_STATUS_IGNORE), "waiting for a message");
    return there != 0;
}

// As receive(). If ranks do not yield, it posts the receive and then tests. To probe first would cost as much
// as the test, and MPI would have to buffer and copy a message that arrives before the receive is posted.
inline void receive_traced(void* data, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                           trace::Waiting& waiting, MPI_Status* status = MPI_STATUS_IGNORE) {
    const int partner = source >= 0 ? source : -1;
    if (is_simulated || the_session.yielding) {
        if (!is_there(source, tag, comm)) waiting.begin(partner);
        return receive(data, count, type, source, tag, comm, status);
    }
    const Waits waits(partner >= 0 ? partner : waits_for_somebody);
    MPI_Request request;
    int done = 0;
    check_mpi(PMPI_Irecv(data, count, type, source, tag, comm, &request), "posting a receive");
    int code = PMPI_Test(&request, &done, status);
    if (code == MPI_SUCCESS && done == 0) {
        waiting.begin(partner);
        code = PMPI_Wait(&request, status);
    }
    if (code != MPI_SUCCESS) fail_receive(code, source);
}

} // namespace loop::runtime
