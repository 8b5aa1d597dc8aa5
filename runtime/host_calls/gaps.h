#pragma once

#include "host_calls/followed_thread.h"
#include "trace/records.h"

#include <loop/call_log.h>

#include <cstdint>

namespace loop::runtime::trace {

// How long the program computes between its MPI calls, for the call log of a recorded program. Where each
// rank has a core, the readings of the clock for begin and end of a call in the trace count for its gap, too.
struct Gaps {
    bool on = false;
    bool is_in_call = false;
    CallPlace unit = CallPlace::Constructs;
    double ns_per_tick = 1; // below, times are in ticks of the trace, or in ns of processor time
    Ticks call_begun = 0;
    Ticks call_ended = 0;
    std::int64_t cost = 0;    // of measuring a gap
    std::int64_t pending = 0; // computed since the last entry
};
extern Gaps gaps;

// Counts from now on: processor time if ranks outnumber cores, else all time.
void start_gaps(bool processor_time);

Ticks processor_ns(); // of this thread, or of all if they take turns to call MPI

inline bool gaps_use_trace_clock() {
    return gaps.unit == CallPlace::Time;
}

inline Ticks read_gap_clock() {
    return gaps_use_trace_clock() ? now() : processor_ns();
}

// The second one of a call does nothing.
inline void begin_call_after_gap() {
    if (gaps.is_in_call || !is_followed_thread()) return;
    gaps.is_in_call = true;
    gaps.call_begun = read_gap_clock();
    const std::int64_t gap = static_cast<std::int64_t>(gaps.call_begun - gaps.call_ended) - gaps.cost;
    gaps.pending += gap > 0 ? gap : 0;
}

// Returns the nanoseconds that were computed before this call, as far as no entry has them.
inline std::uint64_t take_gap() {
    begin_call_after_gap();
    const auto ns = static_cast<double>(gaps.pending) * gaps.ns_per_tick;
    gaps.pending = 0;
    return static_cast<std::uint64_t>(ns);
}

// Returns when the call began, on the trace's clock.
inline Ticks begin_of_call() {
    return gaps.on && gaps_use_trace_clock() && is_followed_thread() ? gaps.call_begun : now();
}

// Exists during an MPI call of host code.
class CountsGap {
public:
    CountsGap() {
        if (gaps.on) begin_call_after_gap();
    }
    ~CountsGap() {
        if (!gaps.on || !is_followed_thread()) return;
        gaps.is_in_call = false;
        gaps.call_ended = end_ != 0 && gaps_use_trace_clock() ? end_ : read_gap_clock();
    }
    CountsGap(const CountsGap&) = delete;
    CountsGap& operator=(const CountsGap&) = delete;

    void ends_at(Ticks end) { end_ = end; } // on the trace's clock

private:
    Ticks end_ = 0;
};

} // namespace loop::runtime::trace
