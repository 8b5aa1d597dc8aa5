#pragma once

#include <cstdint>

namespace loop::runtime {

// Returns how long this thread, since it started, has been ready to run but had no core, in nanoseconds.
// Returns -1 on a simulated machine, or if the system does not report it (Linux: /proc/self/schedstat).
std::int64_t core_wait_ns();

// Between these two calls, time without a core is not counted. For long intervals that are not measured; in
// short ones, reading the counter would cost more than the interval. Local; calls nest.
void pause_core_wait();
void resume_core_wait();

} // namespace loop::runtime
