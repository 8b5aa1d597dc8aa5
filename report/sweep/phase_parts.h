#pragma once

#include "report/findings/scaling_conclusions.h"
#include "report/read/run.h"

namespace loop::report {

/// Returns the phases of a run in the order in which its ranks entered them, and then what is outside all
/// phases: the medians of the complete launches. Empty without phases. If phases are nested, nothing is
/// outside, as they sum to more than the program.
std::vector<PartTime> parts_of(const RunRecord& run);

} // namespace loop::report
