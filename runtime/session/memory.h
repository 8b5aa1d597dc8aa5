#pragma once

#include <string>

namespace loop::runtime {

// What this process may still allocate and touch, in bytes: what the system has free, the limits of the
// control groups, and the process's own limit of addresses. Ranks of a node each see all of it. Not known: a
// huge number.
double available_memory_bytes();

// "512 bytes", "1.5 GiB".
std::string bytes_text(double bytes);

} // namespace loop::runtime
