#pragma once

#include "runner/outcome/verdict.h"

#include <string>

namespace loop::runner {

/// Time in seconds of a complete launch: that of the slowest rank, in the whole program or in the phases
/// called `phase`. Throws Failure (Usage) if no rank has such a phase.
double measured_seconds(const LaunchResult& launch, const std::string& phase);

} // namespace loop::runner
