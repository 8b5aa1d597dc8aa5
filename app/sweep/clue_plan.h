#pragma once

#include "app/output/terminal.h"
#include "runner/campaign/clue.h"

namespace loop::app {

/// Options for planning `loop clue`.
struct CluePlanning {
    bool quick = false; ///< a small grid and short trials
    bool times = true;  ///< whether each variation may be launched once to measure how long it takes
};

/// Returns the campaign for the given settings, on all of its machines. Chooses the others: the grid from the
/// size of each system, iterations and trials from a quick timing of each variation on one rank (thesis,
/// 5.2.5). Prints its choices. Throws Failure if settings are invalid, or if a signal stopped the timing.
runner::Campaign plan_clue(const runner::ClueSettings& given, const CluePlanning& how,
                           const Terminal& terminal);

} // namespace loop::app
