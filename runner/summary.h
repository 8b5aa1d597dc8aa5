#pragma once

#include "runner/verdict.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace loop::runner {

/// What the complete launches say together: times of the whole program and of each phase, communication of
/// each construct, results, verifications, payload. Documented in docs/run-format.md under `summary`.
nlohmann::ordered_json summarise(const std::vector<LaunchResult>& launches);

} // namespace loop::runner
