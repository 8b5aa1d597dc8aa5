#include "comm/waiting.h"

#include "session/simulation.h"

#include <climits>
#include <ctime>

namespace loop::runtime {
namespace {

constexpr int crowd_per_core = 16;
constexpr timespec nap{0, 20000};

// Open MPI's tests make progress, but do not see what came of it before the next one.
constexpr int tests_at_once = 2;

} // namespace

void after_test(int turn) {
    if (turn < tests_at_once) return;
    if (turn < patience.test_turns) {
        sched_yield();
    } else {
        nanosleep(&nap, nullptr);
    }
}

Patience patience = patience_for(false, 1);

Patience patience_for(bool grouped_apart, int ranks_per_core) {
    const bool crowd = ranks_per_core > crowd_per_core;
    if (!grouped_apart) return {1000, crowd ? 3 : 32, INT_MAX};
    return {crowd ? 3 : 200, ranks_per_core < crowd_per_core ? 32 : 0, 8};
}

void wait_yielding(MPI_Request& request, const char* what) {
    const Waits waits(waits_for_everyone);
    for (int turn = 0, done = 0; done == 0; ++turn) {
        check_mpi(PMPI_Test(&request, &done, MPI_STATUS_IGNORE), what);
        if (done == 0) after_test(turn);
    }
}

void progress() {
    int found = 0;
    check_mpi(PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, the_session.control, &found, MPI_STATUS_IGNORE),
              "waiting");
}

void wait_all_yielding(int count, MPI_Request* requests, MPI_Status* statuses) {
    for (int turn = 0, done = 0; done == 0; ++turn) {
        const int code = PMPI_Testall(count, requests, &done, statuses);
        if (code != MPI_SUCCESS) fail_wait(code, count, statuses);
        if (done == 0) after_test(turn);
    }
}

int test_some(int count, MPI_Request* requests, int* indices, MPI_Status* statuses) {
    int ready = 0;
    if constexpr (is_simulated) {
        if (count == 1 && *requests == MPI_REQUEST_NULL) return 0;
        // SMPI takes its price for each request of a PMPI_Testsome, and a higher one for each PMPI_Testany in
        // vain.
        const int code = count == 1 ? PMPI_Test(requests, &ready, statuses)
                                    : PMPI_Testany(count, requests, indices, &ready, statuses);
        check_mpi(code, "completing a message");
        if (count == 1) *indices = 0;
        return ready != 0 && *indices != MPI_UNDEFINED ? 1 : 0;
    }
    const int code = PMPI_Testsome(count, requests, &ready, indices, statuses);
    if (ready == MPI_UNDEFINED) ready = 0;
    if (code != MPI_SUCCESS) fail_wait(code, ready, statuses);
    return ready;
}

int wait_some(int count, MPI_Request* requests, int* indices, MPI_Status* statuses) {
    const Waits waits(waits_for_partners);
    if constexpr (is_simulated) {
        check_mpi(PMPI_Waitany(count, requests, indices, statuses), "completing a message");
        return *indices != MPI_UNDEFINED ? 1 : 0;
    }
    if (!the_session.yielding) {
        int ready = 0;
        const int code = PMPI_Waitsome(count, requests, &ready, indices, statuses);
        if (ready == MPI_UNDEFINED) ready = 0;
        if (code != MPI_SUCCESS) fail_wait(code, ready, statuses);
        return ready;
    }
    for (int turn = 0;; ++turn) {
        const int ready = test_some(count, requests, indices, statuses);
        if (ready != 0) return ready;
        after_test(turn);
    }
}

void fail_receive(int mpi_code, int source) {
    fail_mpi(mpi_code,
             source >= 0 ? "the message from rank " + std::to_string(source) : std::string("a message"));
}

void fail_wait(int mpi_code, int count, const MPI_Status* statuses) {
    int error_class = 0;
    PMPI_Error_class(mpi_code, &error_class);
    if (error_class != MPI_ERR_IN_STATUS) fail_mpi(mpi_code, "completing a message");
    for (int i = 0; i < count; ++i) {
        int status_class = 0;
        PMPI_Error_class(statuses[i].MPI_ERROR, &status_class);
        if (status_class == MPI_SUCCESS || status_class == MPI_ERR_PENDING) continue;
        fail_receive(statuses[i].MPI_ERROR, statuses[i].MPI_SOURCE);
    }
    fail_mpi(mpi_code, "completing messages");
}

} // namespace loop::runtime
