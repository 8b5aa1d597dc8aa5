#pragma once

#include "report/clue/clue.h"

/// The executions of a point of a CLUE campaign, as its sweep has recorded them.
namespace loop::report {

ClueWork work_of(const SweepPoint& point);

/// The good launches that count. A resumed campaign may have two launches in one round; the later one then
/// has the number of the next round without a launch.
std::vector<ClueExecution> executions_of(const SweepPoint& point, const ClueWork& work);

} // namespace loop::report
