#pragma once

#include <cstddef>

namespace loop::runtime {

// On a simulated machine, large buffers whose contents do not matter are folded: the same memory appears in
// them again and again, also in those of other ranks. So they take only virtual memory, and SimGrid copies
// nothing from or to them.

// Whether a buffer of so many bytes should be folded. A compile-time false on a real machine.
bool should_be_folded(std::size_t bytes);
// Returns null if the system refuses so much virtual memory.
void* folded_memory(std::size_t bytes);
void release_folded(void* memory);

} // namespace loop::runtime
