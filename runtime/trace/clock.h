#pragma once

#include "trace/records.h"

#include <cstdint>

namespace loop::runtime::trace {

// What times the events: the time stamp counter where the processor and the kernel vouch for it, else
// clock_gettime. MPI_Wtime is for machines whose time is simulated; LOOP_TRACE_CLOCK asks for one of the
// three.
enum class ClockSource { Tsc, Gettime, MpiWtime };

// Whether the time stamp counter is invariant and the kernel itself keeps time by it: then it is the same on
// all cores.
bool tsc_is_reliable();

void choose_clock();
ClockSource clock_source();
const char* clock_name();        // as in a trace file
const char* clock_description(); // for people

// The same instant on both clocks. `host_ns` is CLOCK_MONOTONIC of this host, or simulated time.
struct Instant {
    Ticks ticks;
    std::int64_t host_ns;
};
Instant read_instant();

std::int64_t host_ns();

} // namespace loop::runtime::trace
