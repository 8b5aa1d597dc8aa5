#pragma once

#include <loop/call_log.h>

#include <cstddef>

extern "C" __attribute__((weak)) void* __asan_region_is_poisoned(void* begin, std::size_t bytes);

namespace loop::runtime {

// What is known of the memory of the program: which bytes belong to arrays, variables, and blocks of the
// heap. AddressSanitizer knows it, if the program was built with it; else nothing is known.
inline bool is_memory_known() {
    return __asan_region_is_poisoned != nullptr;
}

// The first of these bytes that is behind, before, or between arrays and blocks, or was freed; null: there is
// none, or nothing is known.
const char* first_bad_byte(const void* data, std::size_t bytes);

// What such a byte belongs to.
MemoryKind kind_of_memory(const char* bad);

} // namespace loop::runtime
