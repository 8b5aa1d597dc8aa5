#pragma once

#include "runner/outcome/calls/call_logs.h"
#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// One-sided accesses that reach beyond the target's part of the window. Windows whose parts may change are
/// left out, and targets that have no log.
CallFindings accesses_outside(const CallLogs& logs);

} // namespace loop::runner
