#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace loop::runtime::trace {

// The records of a recorded program (`loop record`) are in a file that this process maps: they survive
// however the process ends, and `loop record` makes a trace of them if the rank could not. The first part of
// the file is touched in advance; further pieces follow it at the next addresses, so the buffer stays one
// array.

// To be called before the buffer is allocated: its records are to be in the file `path`, and at most
// `further_bytes` follow those that the buffer has at first.
void keep_records_in(const std::string& path, std::uint64_t further_bytes);

// Maps `bytes` of the file, and reserves addresses for what may follow. Null: no file is wanted or possible;
// a note says why it is not possible.
void* map_events_file(std::size_t bytes);

// How many bytes the file may have; 0: it is not mapped.
std::size_t most_events_bytes();

// Adds a piece to the file. Returns how many bytes there are now; 0: no more, and a note says why.
std::size_t add_events_piece();

// To be called when the trace is written: the file is not needed any more. Safe in signal handlers.
void remove_events_file() noexcept;

} // namespace loop::runtime::trace
