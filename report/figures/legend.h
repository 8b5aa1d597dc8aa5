#pragma once

#include "report/figures/figure.h"
#include "report/figures/plot.h"

namespace loop::report {

/// The states in diagrams over time: busy, overhead, idle, and others that occur in the run.
std::vector<LegendEntry> states_over_time(const Analysis& analysis);

/// The states that sum to the measured time: busy, overhead, idle, and others that occur in the run.
std::vector<LegendEntry> measured_states(const Analysis& analysis);

/// The text that a figure shows in place of unknown percentages: "unknown: only 6 % of the measured time is
/// known"; "" if they are known.
std::string unknown_shares_text(const StateTimes& times);

} // namespace loop::report
