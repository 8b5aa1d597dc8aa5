#pragma once

#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Sends that a library has buffered, and without which ranks would wait for each other. One note per line.
CallFindings needed_buffering(const CallLogs& logs);

} // namespace loop::runner
