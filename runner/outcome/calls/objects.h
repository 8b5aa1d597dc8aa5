#pragma once

#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Requests that were never completed, and objects that were never freed, of ranks that reached `\CLOSE0`:
/// one finding per line and kind. They are facts; with `strict`, faults.
CallFindings left_objects(const CallLogs& logs, bool strict);

} // namespace loop::runner
