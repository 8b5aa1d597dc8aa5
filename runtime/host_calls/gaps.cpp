#include "host_calls/gaps.h"

#include "trace/clock.h"

#include <algorithm>
#include <ctime>

namespace loop::runtime::trace {
namespace {

Ticks shortest_gap() {
    Ticks shortest = UINT64_MAX;
    for (int i = 0; i < 1000; ++i) {
        const Ticks begin = read_gap_clock();
        const Ticks end = read_gap_clock();
        if (end >= begin) shortest = std::min(shortest, end - begin);
    }
    return shortest;
}

// Takes some milliseconds, as the frequency of the time stamp counter cannot be read.
double ns_per_tick() {
    constexpr std::int64_t long_enough_ns = 3000000;
    if (!gaps_use_trace_clock() || clock_source() != ClockSource::Tsc) return 1;
    const Instant first = read_instant();
    Instant last = first;
    while (last.host_ns - first.host_ns < long_enough_ns)
        last = read_instant();
    return static_cast<double>(last.host_ns - first.host_ns) / static_cast<double>(last.ticks - first.ticks);
}

} // namespace

Gaps gaps;

Ticks processor_ns() {
    timespec time{};
    clock_gettime(threads_take_turns ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<Ticks>(time.tv_sec) * 1000000000 + static_cast<Ticks>(time.tv_nsec);
}

void start_gaps(bool processor_time) {
    gaps.unit = processor_time ? CallPlace::ProcessorTime : CallPlace::Time;
    gaps.ns_per_tick = ns_per_tick();
    gaps.cost = static_cast<std::int64_t>(shortest_gap());
    gaps.call_ended = read_gap_clock();
    gaps.on = true;
}

} // namespace loop::runtime::trace
