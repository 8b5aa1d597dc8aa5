#include "comm/waiting/waiting.h"

#include "session/simulation.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <ctime>

namespace loop::runtime {
namespace {

constexpr int crowd_per_core = 16;
constexpr timespec between_tests{0, 20000};
constexpr timespec longest_park{0, 1000000};

// An unsuccessful test is repeated at once this many times: in Open MPI, a test makes progress, but only the
// next test sees the result.
constexpr int tests_at_once = 2;

} // namespace

void after_test(int turn) {
    if (turn < tests_at_once) return;
    if (turn < yield_limits.test_turns) {
        sched_yield();
    } else {
        nanosleep(&between_tests, nullptr);
    }
}

YieldLimits yield_limits = yield_limits_for(false, 1);

YieldLimits yield_limits_for(bool grouped_apart, int ranks_per_core) {
    const bool crowd = ranks_per_core > crowd_per_core;
    if (!grouped_apart) return {1000, crowd ? 3 : 32, INT_MAX};
    return {crowd ? 3 : 200, ranks_per_core < crowd_per_core ? 32 : 0, 8};
}

void progress() {
    int found = 0;
    check_mpi(PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, the_session.control, &found, MPI_STATUS_IGNORE),
              "waiting");
}

namespace {

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* time) {
    return syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation, value, time, nullptr, 0);
}

} // namespace

void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value) {
    if (futex(word, FUTEX_WAIT, value, &longest_park) != 0 && errno == ETIMEDOUT) progress();
}

void futex_wake(std::atomic<std::uint32_t>& word, int count) {
    futex(word, FUTEX_WAKE, static_cast<std::uint32_t>(count), nullptr);
}

void wait_all_of_thread(int count, MPI_Request* requests, MPI_Status* statuses,
                        const std::function<void()>& tell) {
    constexpr long long tests_before_yield = 200, tests_before_telling = 1024;
    int done = 0;
    long long next_telling = tests_before_telling;
    for (long long tests = 0; done == 0; ++tests) {
        if (tests == next_telling) {
            tell();
            next_telling *= 2;
        }
        if (const int code = PMPI_Testall(count, requests, &done, statuses); code != MPI_SUCCESS)
            fail_wait(code, count, statuses);
        if (done == 0 && (the_session.yielding || tests > tests_before_yield)) sched_yield();
    }
}

void wait_all_yielding(int count, MPI_Request* requests, MPI_Status* statuses) {
    test_until([&] {
        int done = 0;
        const int code = PMPI_Testall(count, requests, &done, statuses);
        if (code != MPI_SUCCESS) fail_wait(code, count, statuses);
        return done != 0;
    });
}

namespace {

// Returns the number of completed requests; reads `ready` after the call has returned, hence a reference.
int checked_some(int code, const int& ready, const MPI_Status* statuses) {
    const int done = ready == MPI_UNDEFINED ? 0 : ready;
    if (code != MPI_SUCCESS) fail_wait(code, done, statuses);
    return done;
}

} // namespace

int test_some(int count, MPI_Request* requests, int* indices, MPI_Status* statuses) {
    int ready = 0;
    if constexpr (is_simulated) {
        if (count == 1 && *requests == MPI_REQUEST_NULL) return 0;
        // PMPI_Testsome would cost one test per request in SMPI. PMPI_Testany costs one test, but costs more
        // after each unsuccessful call, so PMPI_Test is used for a single request.
        const int code = count == 1 ? PMPI_Test(requests, &ready, statuses)
                                    : PMPI_Testany(count, requests, indices, &ready, statuses);
        check_mpi(code, "completing a message");
        if (count == 1) *indices = 0;
        return ready != 0 && *indices != MPI_UNDEFINED ? 1 : 0;
    }
    return checked_some(PMPI_Testsome(count, requests, &ready, indices, statuses), ready, statuses);
}

int wait_some(int count, MPI_Request* requests, int* indices, MPI_Status* statuses) {
    const Waits waits(waits_for_partners);
    if constexpr (is_simulated) {
        check_mpi(PMPI_Waitany(count, requests, indices, statuses), "completing a message");
        return *indices != MPI_UNDEFINED ? 1 : 0;
    }
    int ready = 0;
    if (!the_session.yielding)
        return checked_some(PMPI_Waitsome(count, requests, &ready, indices, statuses), ready, statuses);
    test_until([&] { return (ready = test_some(count, requests, indices, statuses)) != 0; });
    return ready;
}

void fail_receive(int mpi_code, int source) {
    fail_mpi(mpi_code, source >= 0 ? concat("the message from rank ", source) : "a message");
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
