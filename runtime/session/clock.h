#pragma once

#include "session/simulation.h"

#include <cstdint>
#include <ctime>

namespace loop::runtime {

// This host's monotonic clock; simulated time on a simulated machine.
inline std::int64_t now_ns() {
    if constexpr (is_simulated) return static_cast<std::int64_t>(PMPI_Wtime() * 1e9 + 0.5);
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

constexpr double seconds(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) * 1e-9;
}

// Returns the cost of one clock reading in nanoseconds: the smallest mean of a few batches.
double measure_clock_call_ns();

// Returns the smallest difference between readings, in nanoseconds; 0 if the clock did not change for some
// tenths of a second; 1 on a simulated machine.
std::int64_t clock_step_ns();

} // namespace loop::runtime
