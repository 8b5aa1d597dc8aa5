#pragma once

#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Buffers that host code wrote to while a message used them, one finding per line. Strict runs look for
/// them.
CallFindings changed_buffers(const CallLogs& logs);

} // namespace loop::runner
