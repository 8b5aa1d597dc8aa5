#include "comm/buffers.h"
#include "comm/thread_messages.h"
#include "measure/operations.h"
#include "measure/threads.h"
#include "session/clock.h"
#include "session/memory.h"
#include "session/preparation.h"
#include "session/simulation.h"
#include "trace/excluded.h"
#include "trace/scope.h"
#include "work/amounts.h"
#include "work/kernels.h"

#include <loop/work.h>

#include <sys/prctl.h>

#include <cerrno>
#include <ctime>
#include <optional>
#include <string>

namespace loop {

using namespace runtime;

namespace {

CoreSpeed core_speed;

void learn_core_speed() {
    if (!is_simulated) core_speed = measure_core_speed();
}
const Preparation preparation(learn_core_speed);

// Of the threads of a rank, status and trace show the construct that they execute.
class WorkScope {
public:
    explicit WorkScope(const Site& site) {
        if (!is_thread()) scope_.emplace(Construct::Work, site);
    }

private:
    std::optional<Scope> scope_;
};

void add_work(double operations, double bytes) {
    const auto work = detail::DeclaredWork::of(operations, bytes);
    is_thread() ? count_work_of_thread(work) : count_work(work);
}

std::int64_t nanoseconds(double seconds, const char* argument, const Site& site) {
    require_seconds(seconds, argument, site);
    return static_cast<std::int64_t>(seconds * 1e9 + 0.5);
}

// Within \FLOPS, the operations declared there are charged, and nothing else.
void charge_time(double seconds) {
    if (the_session.flops_depth == 0) charge_seconds(seconds);
}

// The buffer of this thread. The system gives memory that does not exist, so large ones are checked.
const char* buffer_of(std::size_t bytes, const Site& site) {
    static thread_local auto* const buffer = new Buffer; // OpenMP keeps its threads
    constexpr std::size_t asked_about = std::size_t{1} << 20;
    static thread_local std::size_t known = asked_about;
    if (bytes > known) {
        const Excluded not_measured;
        if (static_cast<double>(bytes) > available_memory_bytes())
            fail(site, Construct::Work, "not enough memory for a buffer of ",
                 bytes_text(static_cast<double>(bytes)), ": ", bytes_text(available_memory_bytes()),
                 " available on this host");
        known = bytes;
    }
    return buffer->reserve(1, bytes);
}

// By default, Linux may wake a thread 50 us late.
class PreciseSleep {
public:
    PreciseSleep() : slack_(prctl(PR_GET_TIMERSLACK)) { prctl(PR_SET_TIMERSLACK, 1UL); }
    ~PreciseSleep() { prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack_ > 0 ? slack_ : 0)); }
    PreciseSleep(const PreciseSleep&) = delete;
    PreciseSleep& operator=(const PreciseSleep&) = delete;

private:
    int slack_;
};

void sleep_until(std::int64_t end_ns) {
    const PreciseSleep precise;
    const timespec end{static_cast<std::time_t>(end_ns / 1000000000), static_cast<long>(end_ns % 1000000000)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nullptr) == EINTR) {
    }
}

} // namespace

void work(double seconds, Site site) {
    const std::int64_t begin = now_ns();
    const WorkScope scope(site);
    const std::int64_t length = nanoseconds(seconds, "SECONDS", site);
    if (is_simulated) return charge_time(seconds);
    compute_until(begin + length, core_speed);
}

void work_flops(double count, Site site) {
    const WorkScope scope(site);
    const long long operations = whole_operations(count, site);
    add_work(static_cast<double>(operations), 0);
    if (!is_simulated) return execute_operations(operations);
    if (the_session.flops_depth == 0) charge(Construct::Work, static_cast<double>(operations));
}

void work_bytes(long long bytes, long long stride, bool random, Site site) {
    const WorkScope scope(site);
    require_bytes(bytes, stride, site);
    add_work(0, static_cast<double>(bytes));
    if (is_simulated) {
        if (the_session.flops_depth == 0) charge_bytes(static_cast<double>(bytes));
        return;
    }
    const Accesses accesses{bytes / word_bytes + (bytes % word_bytes != 0 ? 1 : 0), stride, random};
    if (bytes == 0) return;
    const char* const buffer = buffer_of(buffer_bytes(accesses), site);
    volatile std::uint64_t sum = read_words(buffer, accesses);
    static_cast<void>(sum);
}

void work_idle(double seconds, Site site) {
    const std::int64_t begin = now_ns();
    const WorkScope scope(site);
    const std::int64_t length = nanoseconds(seconds, "IDLE", site);
    if (is_simulated) return charge_time(seconds);
    if (length > 0) sleep_until(begin + length);
}

} // namespace loop
