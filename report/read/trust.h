#pragma once

#include "base/formats/trust.h"
#include "report/read/run.h"

namespace loop::report {

using formats::Trust;

/// Returns the trust that the run's own verdict gives.
Trust trust_of(const RunRecord& run);

} // namespace loop::report
