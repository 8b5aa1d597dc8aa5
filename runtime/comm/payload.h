#pragma once

#include <loop/rank_status.h>

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// What a message of the runtime's own buffers holds: a function of who sent it, where in the program, and the
// how manieth call of that place it was.
std::uint64_t payload_seed(int sender, Construct construct, int line, std::int64_t call);

void fill_payload(char* data, std::size_t bytes, std::uint64_t seed);
std::size_t count_wrong_bytes(const char* data, std::size_t bytes, std::uint64_t seed);

} // namespace loop::runtime
