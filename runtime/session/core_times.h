#pragma once

#include "session/session.h"

#include <optional>

namespace loop::runtime {

// Reads what is known of this process's cores now. `waited_ns` is -1 on a simulated machine, or if the system
// does not report it (Linux: /proc/self/schedstat). Local.
CoreTimes core_times();

// Between these two calls, times of cores are not counted. For long intervals that are not measured; in
// short ones, reading the counter would cost more than the interval. Local; calls nest.
void pause_core_times();
void resume_core_times();

// What passed in the measured time of this rank, in seconds.
struct MeasuredCores {
    double seconds = 0;   // the measured time, with the synchronization at its begin
    double waited = 0;    // ready to run, but without a core
    double off_cores = 0; // at least so long, no thread used a core or was ready to run
};
// After \CLOSE0. Empty if the system does not report it, or if the measured time is too short. Local.
std::optional<MeasuredCores> measured_cores();

} // namespace loop::runtime
