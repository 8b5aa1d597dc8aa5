#pragma once

#include <cstdint>

namespace loop::runtime {

// Nanoseconds that this thread was ready to run since it began, and had no core: others had them all. -1
// where the system does not tell (Linux: /proc/self/schedstat; a simulated machine has no such thing).
std::int64_t core_wait_ns();

// Between the two, waiting for a core disturbs no figure. For long stretches that are not measured; in short
// ones asking the system would cost more than they do. Local; they nest.
void pause_core_wait();
void resume_core_wait();

} // namespace loop::runtime
