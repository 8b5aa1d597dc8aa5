#pragma once

#include "runner/outcome/verdict.h"

#include <string>

namespace loop::runner {

/// What a complete launch took: the slowest rank, in the whole program or in the phases called `phase`.
/// Failure (Usage) if no rank has such a phase.
double measured_seconds(const LaunchResult& launch, const std::string& phase);

} // namespace loop::runner
