#pragma once

#include "report/figures/figure.h"
#include "report/figures/plot.h"

namespace loop::report {

/// The states of a diagram over time: busy, overhead, idle, and the others that the run has.
std::vector<LegendEntry> states_over_time(const Analysis& analysis);

/// The states that make the measured time: busy, overhead, idle, and the others that the run has.
std::vector<LegendEntry> measured_states(const Analysis& analysis);

/// What a figure of shares says instead of them: "unknown: only 6 % of the measured time is known"; empty
/// where they are known.
std::string unknown_shares_text(const StateTimes& times);

} // namespace loop::report
