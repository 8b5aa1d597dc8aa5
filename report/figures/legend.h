#pragma once

#include "report/figures/figure.h"
#include "report/figures/plot.h"

namespace loop::report {

/// The states of a diagram over time: busy, overhead, idle, and those beside them that the run has.
std::vector<LegendEntry> states_over_time(const Analysis& analysis);

/// The states that make the measured time.
inline const std::vector<LegendEntry> measured_states{
    {"busy", "busy"}, {"overhead", "overhead"}, {"idle", "idle"}};

} // namespace loop::report
