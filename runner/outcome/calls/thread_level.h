#pragma once

#include "runner/outcome/calls/call_logs.h"
#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Calls by threads that the thread level of MPI does not allow, the first one of each rank.
CallFindings thread_misuse(const CallLogs& logs);

} // namespace loop::runner
