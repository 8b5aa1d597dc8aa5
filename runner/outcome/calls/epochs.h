#pragma once

#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Follows the epochs of each window: accesses outside an epoch, epochs that begin inside another one, end
/// without a begin, or never end. Notes, one per kind and pair of lines.
CallFindings check_epochs(const CallLogs& logs);

} // namespace loop::runner
