#pragma once

#include "trace/records.h"

#include <cstdint>

namespace loop::runtime::trace {

// The clock of the trace: the time stamp counter if the processor and the kernel declare it reliable, else
// clock_gettime. MPI_Wtime is for simulated machines. LOOP_TRACE_CLOCK selects one of the three.
enum class ClockSource { Tsc, Gettime, MpiWtime };

// Returns whether the time stamp counter is invariant and the kernel uses it as its clock: then all cores
// agree on it.
bool tsc_is_reliable();

// Returns whether the time stamp counter is invariant and the kernel's clock is based on it, as in virtual
// machines: then it has a frequency, but cores may disagree on its value.
bool tsc_is_steady();

void choose_clock();
ClockSource clock_source();
const char* clock_name();        // for trace files
const char* clock_description(); // for people

// One instant on both clocks. `host_ns` is CLOCK_MONOTONIC of this host, or simulated time.
struct Instant {
    Ticks ticks;
    std::int64_t host_ns;
};
Instant read_instant();

std::int64_t host_ns();

} // namespace loop::runtime::trace
