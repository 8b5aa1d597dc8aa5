#pragma once

#include "report/analysis/states/states.h"
#include "report/analysis/states/visits.h"

#include <vector>

/// LOOP's phases (\PHASE), which ParaGraph calls tasks.
namespace loop::report {

/// What a rank spent in a phase, phases inside it included.
struct PhaseStates {
    std::uint64_t calls = 0;
    StateTimes times;
};

struct TracedPhase {
    std::uint32_t site; ///< of kind Phase
    PhaseStates all;
    std::vector<PhaseStates> by_rank;
    TimeRange span; ///< from the first rank's first begin to the last one's end
};

/// In the order of their first begin.
std::vector<TracedPhase> traced_phases(const Trace& trace, const std::vector<RankStates>& states);

/// Rows of the Gantt diagram of phases, by rank; `depth` counts phases only.
std::vector<std::vector<Visit>> phase_visits(const Trace& trace);

/// By site: its index into `phases`, -1 if it is no phase.
std::vector<int> phases_by_site(const Trace& trace, const std::vector<TracedPhase>& phases);

/// By phase (as `traced_phases` gives them), then by bin: the number of ranks in it, averaged over the bin.
std::vector<std::vector<double>> ranks_in_phases(const Trace& trace, const std::vector<TracedPhase>& phases,
                                                 const TimeGrid& grid);

} // namespace loop::report
