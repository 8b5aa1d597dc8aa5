#pragma once

#include "session/simulation.h"

namespace loop::runtime::trace {

// Whether this is the thread that started the program. __thread, as thread_local adds a check to each use;
// initial-exec, as otherwise each use in a preloaded library is a call.
extern __thread bool is_in_first_thread __attribute__((tls_model("initial-exec")));

// The program has promised that only one thread at a time calls MPI (MPI_THREAD_SERIALIZED).
extern bool threads_take_turns;

// Whether MPI calls of this thread are published and logged: of the first thread, and of all if they take
// turns.
inline bool is_followed_thread() {
    return is_simulated || is_in_first_thread || threads_take_turns;
}

} // namespace loop::runtime::trace
