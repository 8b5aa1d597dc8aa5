#pragma once

#include "runner/outcome/verdict.h"

#include "base/text/json.h"

#include <vector>

namespace loop::runner {

/// What the complete launches say together: times of the whole program and of each phase, communication of
/// each construct, results, verifications, payload. Documented in docs/run-format.md under `summary`.
Json summarise(const std::vector<LaunchResult>& launches);

} // namespace loop::runner
