#pragma once

#include "session/simulation.h"

#include <cstdint>
#include <ctime>

namespace loop::runtime {

// Of this host; simulated time on a simulated machine.
inline std::int64_t now_ns() {
    if constexpr (is_simulated) return static_cast<std::int64_t>(PMPI_Wtime() * 1e9 + 0.5);
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

constexpr double seconds(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) * 1e-9;
}

// The cost of one reading in nanoseconds, as the smallest mean of a few batches.
double measure_clock_call_ns();

// The smallest step seen between readings, in nanoseconds; 0 where it did not move for some tenths of a
// second; 1 on a simulated machine.
std::int64_t clock_step_ns();

} // namespace loop::runtime
