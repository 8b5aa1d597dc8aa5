#pragma once

#include <loop/measure.h>
#include <loop/rank_status.h>

namespace loop::runtime {

// Between these two calls, nothing is measured: the time is part of no elapsed time and no phase, operations
// do not count, and traffic counts separately. Pairs of calls nest.
detail::MeasuredBefore begin_unmeasured(Construct construct, const Site& site);
// Collective: the ranks of the group leave together, unless an exception is on its way, which other ranks
// need not have.
void end_unmeasured(const detail::MeasuredBefore& before, Construct construct, const Site& site);

} // namespace loop::runtime
