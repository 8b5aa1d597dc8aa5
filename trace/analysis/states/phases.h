#pragma once

#include "trace/analysis/states/states.h"
#include "trace/analysis/states/visits.h"

#include <vector>

/// LOOP's phases (\PHASE), which ParaGraph calls tasks.
namespace loop::report {

/// The time a rank spent in a phase, nested phases included.
struct PhaseStates {
    std::uint64_t calls = 0;
    StateTimes times;
    StateTimes outermost; ///< without visits from inside a phase of the same name on another line
};

struct TracedPhase {
    std::uint32_t site; ///< of kind Phase
    PhaseStates all;
    std::vector<PhaseStates> by_rank;
    TimeRange span; ///< from the earliest begin to the latest end on any rank
};

/// Returns the phases in the order of their first begin.
std::vector<TracedPhase> traced_phases(const Trace& trace, const std::vector<RankStates>& states);

/// Returns the rows of the Gantt diagram of phases, by rank. `depth` counts only phases.
std::vector<std::vector<Visit>> phase_visits(const Trace& trace);

/// Returns, by phase, its stretches of time: in a stretch, a rank enters the phase once or more, and no other
/// phase of the same depth in between. A stretch begins with the earliest rank and ends with the latest one.
/// None if ranks have different numbers of stretches. `visits`: as phase_visits() returns them.
std::vector<std::vector<TimeRange>> phase_stretches(const Trace& trace,
                                                    const std::vector<TracedPhase>& phases,
                                                    const std::vector<std::vector<Visit>>& visits);

/// Returns the names of phases; phases with the same name have their line: "sweep, line 12".
std::vector<std::string> phase_labels(const Trace& trace, const std::vector<TracedPhase>& phases);

/// Returns, by site, the index into `phases`, or -1 if the site is not a phase.
std::vector<int> phases_by_site(const Trace& trace, const std::vector<TracedPhase>& phases);

/// Returns the number of ranks in each of `phases`, averaged over each bin; indexed by phase, then by bin.
std::vector<std::vector<double>> ranks_in_phases(const Trace& trace, const std::vector<TracedPhase>& phases,
                                                 const TimeGrid& grid);

} // namespace loop::report
