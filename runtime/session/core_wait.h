#pragma once

#include <cstdint>

namespace loop::runtime {

// Returns the nanoseconds since its start that this thread was ready to run but had no core. -1 if the system
// does not report it (on Linux, /proc/self/schedstat does), and on a simulated machine.
std::int64_t core_wait_ns();

// Between these two calls, time without a core is not counted. For long intervals that are not measured; in
// short ones, reading the counter would cost more than the interval. Local; calls nest.
void pause_core_wait();
void resume_core_wait();

} // namespace loop::runtime
