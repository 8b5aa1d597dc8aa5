#pragma once

#include <cstdint>

// The start of the program in memory (or of the shared object that contains a simulated rank).
extern "C" const char __ehdr_start __attribute__((weak, visibility("hidden")));

namespace loop::runtime {

// The program's stack when it failed, for the status file: addresses that the launching command maps to
// lines. Without support in the C library, nothing is recorded.

// The program's own code.
struct ProgramCode {
    const void* begin;
    const void* end;
    bool contains(const void* at) const { return begin != nullptr && at > begin && at <= end; }
};
extern ProgramCode program_code;

// If the runtime is not linked into the program but preloaded, this finds linked_address().
extern std::uintptr_t (*find_linked_address)(const void* at);

// Converts an address to one in the executable file, as in debug information.
inline std::uintptr_t linked_address(const void* at) {
    if (__builtin_expect(static_cast<long>(find_linked_address != nullptr), 0L) != 0)
        return find_linked_address(at);
#ifdef __PIC__
    return reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(&__ehdr_start);
#else
    return reinterpret_cast<std::uintptr_t>(at);
#endif
}

// To be called before the first failure: libraries that it needs must not be loaded in a signal handler.
void prepare_frames();

// Records the stack of the caller. `exact`: the instruction interrupted by a signal. Signal-safe.
void tell_frames(const void* exact = nullptr) noexcept;

// Records a single frame: `caller`, a return address.
void tell_frame(const void* caller) noexcept;

// Records the MPI function that failed, if one of the frames is in an MPI_ or PMPI_ function. Not safe in
// signal handlers.
void tell_failed_function();

bool frames_are_told();

} // namespace loop::runtime
