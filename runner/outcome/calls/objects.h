#pragma once

#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Requests that were never completed (notes), receives whose request was freed before they were complete
/// (facts), and objects that were never freed (facts), of ranks that reached `\CLOSE0`: one finding per line
/// and kind. With `strict`, all are faults.
CallFindings left_objects(const CallLogs& logs, bool strict);

} // namespace loop::runner
