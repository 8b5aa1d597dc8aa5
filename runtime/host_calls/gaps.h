#pragma once

#include <loop/call_log.h>

#include <cstdint>

namespace loop::runtime::trace {

// How long the program computes between its MPI calls, for the call log of a recorded program.
struct Gaps {
    bool on = false;
    bool is_in_call = false;
    CallPlace unit = CallPlace::Constructs;
    std::int64_t call_ended_ns = 0;
    std::int64_t cost_ns = 0;    // of measuring a gap
    std::int64_t pending_ns = 0; // computed since the last entry
};
extern Gaps gaps;

// Counts from now on, for the calling thread: its processor time if ranks outnumber cores, else all time.
void start_gaps(bool processor_time);

void begin_call_after_gap(); // the second one of a call does nothing
void end_call_before_gap();
std::uint64_t take_gap(); // computed before this call, as far as no entry has it

// Exists during an MPI call of host code.
class CountsGap {
public:
    CountsGap() {
        if (gaps.on) begin_call_after_gap();
    }
    ~CountsGap() {
        if (gaps.on) end_call_before_gap();
    }
    CountsGap(const CountsGap&) = delete;
    CountsGap& operator=(const CountsGap&) = delete;
};

} // namespace loop::runtime::trace
