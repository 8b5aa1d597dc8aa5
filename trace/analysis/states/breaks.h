#pragma once

#include "trace/analysis/states/states.h"

#include <vector>

namespace loop::report {

/// Returns the stretches of `range` in which no rank is measured, in the order of time. Ignores ranks of
/// which nothing is known.
std::vector<TimeRange> excluded_on_all_ranks(const std::vector<RankStates>& ranks, TimeRange range);

/// Returns, by rank, the stretches in which the rank is in a kernel that has recorded parts, but not in one
/// of them.
std::vector<std::vector<TimeRange>> between_parts(const Trace& trace);

/// Returns those stretches in which every rank is not measured or `between_parts` that diagrams over time
/// leave out: the longest ones, each longer than the
/// gap that marks it, if together they take a tenth of the range or more. None if nothing was measured.
Breaks breaks_of(const std::vector<RankStates>& ranks, TimeRange range,
                 const std::vector<std::vector<TimeRange>>& between_parts = {});

} // namespace loop::report
