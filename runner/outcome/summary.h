#pragma once

#include "base/formats/run_record.h"
#include "runner/outcome/verdict.h"

#include <vector>

namespace loop::runner {

/// What the complete launches say together: times of the whole program and of each phase, communication of
/// each construct, results, verifications, payload. Documented in docs/run-format.md under `summary`.
formats::Summary summarise(const std::vector<LaunchResult>& launches);

} // namespace loop::runner
