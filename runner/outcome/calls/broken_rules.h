#pragma once

#include "runner/outcome/calls/call_logs.h"
#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Calls whose arguments break a rule of MPI, as each rank has found by itself.
CallFindings broken_rules(const CallLogs& logs);

} // namespace loop::runner
