#pragma once

#include "session/simulation.h"

namespace loop::runtime::trace {

// Whether this is the thread that started the program. __thread, as thread_local adds a check to each use;
// initial-exec, as otherwise each use in a preloaded library is a call.
extern __thread bool is_in_first_thread __attribute__((tls_model("initial-exec")));

inline bool is_first_thread() {
    return is_simulated || is_in_first_thread;
}

} // namespace loop::runtime::trace
