#pragma once

#include "runner/outcome/verdict.h"

#include <string>
#include <vector>

namespace loop::runner {

/// What is wrong with a launch, one sentence each, for the terminal; empty if nothing is. `source` is the
/// file name shown.
std::vector<std::string> failures_of(const LaunchResult& launch, const std::string& source);

} // namespace loop::runner
