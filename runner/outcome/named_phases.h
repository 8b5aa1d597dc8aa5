#pragma once

#include "base/text/json.h"

namespace loop::runner {

/// The phases of a rank's record by their names, in order of first appearance: lines that share a name are one
/// phase, whose `total_seconds` and `flops` are the sums of theirs. The one place that adds them: run.json's
/// `phase_times` and what a sweep measures both come from here.
Json named_phases(const Json& record);

} // namespace loop::runner
