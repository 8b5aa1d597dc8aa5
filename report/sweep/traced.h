#pragma once

#include "report/sweep/sweep.h"
#include "trace/read/trace.h"

namespace loop::report {

/// Reads the traces of the points' last warm-ups, and sets what they show: `states` (what the ranks did, and
/// where they waited longest), if the trace covers the run, and `traced`. Leaves out points without a trace.
void read_states(const std::filesystem::path& folder, Sweep& sweep);

/// The states of the ranks in a trace; empty if less than nine tenths of the time is known.
std::optional<StatePercents> state_percents(const Trace& trace);

} // namespace loop::report
