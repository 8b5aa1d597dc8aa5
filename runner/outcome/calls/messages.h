#pragma once

#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Compares sends with receives: messages that nobody received, and messages whose type is not that of their
/// receive. One finding per pair of lines.
CallFindings compare_messages(const CallLogs& logs);

} // namespace loop::runner
