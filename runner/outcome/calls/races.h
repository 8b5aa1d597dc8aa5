#pragma once

#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Receives from any source that could have got another message which was concurrent. A note if the program
/// would then fail: a later receive would lack its message, or the types would not match. Otherwise a fact,
/// as results may still depend on the order. One finding per pair of lines. Requires logs without faults.
CallFindings find_races(const CallLogs& logs);

} // namespace loop::runner
