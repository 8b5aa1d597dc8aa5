#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace loop::runtime::trace {

// Records that do not fit into memory go to a file, which follows the memory at the next addresses. So the
// buffer stays one array. Only for recorded programs (`loop record`).

// To be called before the buffer is allocated. At most `bytes` go to the file `path`, which is removed at
// once: it exists as long as this process has it open.
void let_spill(std::uint64_t bytes, const std::string& path);

// Reserves addresses for `bytes` of memory, and for the file after it, and returns the memory. Null: nothing
// is to be spilled, or there are not enough addresses.
void* reserve_with_spill(std::size_t bytes);

// How many bytes the memory and the file may have together; 0: nothing is reserved.
std::size_t reserved_bytes();

// Adds a piece of the file to the memory. Returns how many bytes there are now; 0: no more, and a note says
// why.
std::size_t add_spilled_piece();

} // namespace loop::runtime::trace
