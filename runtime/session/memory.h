#pragma once

#include <string>

namespace loop::runtime {

// Returns how many bytes this process may still allocate and touch: the minimum of the system's free memory,
// the limits of the control groups, and the process's address space limit. Each rank of a node gets the full
// amount. Returns a huge number if unknown.
double available_memory_bytes();

// Returns for example "512 bytes" or "1.5 GiB".
std::string bytes_text(double bytes);

} // namespace loop::runtime
