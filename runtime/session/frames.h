#pragma once

#include <cstdint>

// Where the linker put the beginning of the program (or of the shared object that a simulated rank is).
extern "C" const char __ehdr_start __attribute__((weak, visibility("hidden")));

namespace loop::runtime {

// Where in its own text the program was when it failed, for the status file: addresses, of which the
// launching side finds the lines. Where the C library cannot tell, nothing is told.

// Debug information speaks of addresses as the linker gave them.
inline std::uintptr_t linked_address(const void* at) {
#ifdef __PIC__
    return reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(&__ehdr_start);
#else
    return reinterpret_cast<std::uintptr_t>(at);
#endif
}

// Before the first failure: what is loaded for it must not be loaded in a signal handler.
void prepare_frames();

// The callers of who calls this. `exact`: the instruction at which a signal came. For signal handlers too.
void tell_frames(const void* exact = nullptr) noexcept;

// The one caller that is known: behind the call.
void tell_frame(const void* caller) noexcept;

// And the function of MPI that failed, with or without P: where one of the frames is in it. Not for signal
// handlers.
void tell_failed_function();

bool frames_are_told();

} // namespace loop::runtime
