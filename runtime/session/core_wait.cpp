#include "session/core_wait.h"

#include "session/clock.h"
#include "session/session.h"
#include "session/simulation.h"

#include <cinttypes>
#include <cstdio>

namespace loop::runtime {

std::int64_t core_wait_ns() {
    if (is_simulated) return -1;
    // The file contains the time on a core, the time in the run queue (both in ns), and the time slices.
    std::int64_t waited = -1;
    if (std::FILE* file = std::fopen("/proc/self/schedstat", "re")) {
        if (std::fscanf(file, "%*s %" SCNd64, &waited) != 1) waited = -1;
        std::fclose(file);
    }
    return waited;
}

void pause_core_wait() {
    CoreWait& wait = the_session.core_wait;
    if (wait.pauses++ > 0) return;
    wait.pause_begin_ns = now_ns();
    wait.at_pause_ns = core_wait_ns();
}

void resume_core_wait() {
    CoreWait& wait = the_session.core_wait;
    if (--wait.pauses > 0) return;
    wait.paused_ns += now_ns() - wait.pause_begin_ns;
    wait.while_paused_ns += core_wait_ns() - wait.at_pause_ns;
}

} // namespace loop::runtime
