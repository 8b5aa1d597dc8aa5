#pragma once

#include "base/formats/run_record.h"
#include "runner/outcome/verdict.h"

#include <vector>

namespace loop::runner {

/// Summarizes the complete launches: times of the whole program and of each phase, communication of each
/// construct, results, verifications, and payload. See `summary` in docs/run-format.md.
formats::Summary summarise(const std::vector<LaunchResult>& launches);

} // namespace loop::runner
