#pragma once

#include "kernels/asked.h"
#include "kernels/bsp/repetitions.h"
#include "kernels/over_ranks.h"
#include "output/notes.h"
#include "session/clock.h"
#include "session/memory.h"
#include "session/session.h"

namespace loop::runtime::bsp {

inline void require_seconds(double seconds, const Site& site) {
    require_of_call(seconds > 0 && seconds <= 3600, "`SECONDS` must be above 0 and at most 3600", site);
}

// `bytes`: per rank. Ends the run if a rank has less available memory.
inline void require_memory(double bytes, const std::string& what, const Site& site) {
    const double available = available_memory_bytes() / the_session.node_ranks;
    require_of_call(bytes <= available,
                    "not enough memory for " + what + ": each rank needs " + bytes_text(bytes) +
                        ", and has " + bytes_text(available),
                    site);
}

// Collective. Returns the resolution of rank 0's clock in ns on all ranks. If it is too coarse for these
// quantities, adds a note and returns 0.
inline std::int64_t usable_clock_step(const char* construct, const char* figures) {
    if (the_session.ranks == 1)
        add_note(concat(
            construct, ": the only rank sends to itself: g and l are the cost of sending, not of a network"));
    const auto step_ns = static_cast<std::int64_t>(of_rank_0(static_cast<double>(clock_step_ns())));
    const std::string coarse = too_coarse(step_ns, figures);
    if (coarse.empty()) return step_ns;
    add_note(concat(construct, ": ", coarse));
    return 0;
}

} // namespace loop::runtime::bsp
