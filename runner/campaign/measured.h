#pragma once

#include "runner/outcome/verdict.h"

#include <string>

namespace loop::runner {

/// The seconds that the slowest rank of a complete launch spent in the whole program, or in the phases called
/// `phase`. Throws Failure (Usage) if no rank has such a phase.
double measured_seconds(const LaunchResult& launch, const std::string& phase);

} // namespace loop::runner
