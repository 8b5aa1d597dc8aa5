#include "host_calls/gaps.h"

#include "host_calls/wait.h"

#include <algorithm>
#include <ctime>

namespace loop::runtime::trace {
namespace {

std::int64_t gap_clock_ns() {
    timespec time{};
    clock_gettime(gaps.unit == CallPlace::ProcessorTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

std::int64_t shortest_gap_ns() {
    std::int64_t shortest = INT64_MAX;
    for (int i = 0; i < 1000; ++i) {
        const std::int64_t begin = gap_clock_ns();
        shortest = std::min(shortest, gap_clock_ns() - begin);
    }
    return shortest;
}

} // namespace

Gaps gaps;

void start_gaps(bool processor_time) {
    gaps.unit = processor_time ? CallPlace::ProcessorTime : CallPlace::Time;
    gaps.cost_ns = shortest_gap_ns();
    gaps.call_ended_ns = gap_clock_ns();
    gaps.on = true;
}

void begin_call_after_gap() {
    if (gaps.is_in_call || !is_first_thread()) return;
    gaps.is_in_call = true;
    gaps.pending_ns += std::max<std::int64_t>(0, gap_clock_ns() - gaps.call_ended_ns - gaps.cost_ns);
}

void end_call_before_gap() {
    if (!is_first_thread()) return;
    gaps.is_in_call = false;
    gaps.call_ended_ns = gap_clock_ns();
}

std::uint64_t take_gap() {
    begin_call_after_gap();
    const std::int64_t gap = gaps.pending_ns;
    gaps.pending_ns = 0;
    return static_cast<std::uint64_t>(gap);
}

} // namespace loop::runtime::trace
