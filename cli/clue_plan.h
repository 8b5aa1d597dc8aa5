#pragma once

#include "cli/verbs.h"
#include "runner/campaign/clue.h"

namespace loop::cli {

/// How `loop clue` plans.
struct CluePlanning {
    bool quick = false; ///< a small grid and short trials
    bool times = true;  ///< whether every variation may be launched once to see how long it takes
};

/// The campaign for what was asked, the rest filled in: the grid from the system, iterations and trials from
/// a quick timing of every variation on one rank (thesis, 5.2.5). Says what was chosen. Failure for what can
/// be refused before anything runs, and where a signal stopped the timing.
runner::Campaign plan_clue(const runner::ClueSettings& asked, const CluePlanning& how, Context& context);

} // namespace loop::cli
