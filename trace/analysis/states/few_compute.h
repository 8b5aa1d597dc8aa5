#pragma once

#include "trace/analysis/states/states.h"

#include <vector>

namespace loop::report {

/// When at least one rank computes, but at most half of them, in the order of time. A rank that has ended, or
/// is not measured, does not compute. Takes time n log n in the number of state changes.
std::vector<TimeRange> few_compute(const std::vector<RankStates>& ranks);

} // namespace loop::report
