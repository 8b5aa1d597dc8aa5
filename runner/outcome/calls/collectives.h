#pragma once

#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// Compares the collective operations of each communicator, number by number: at most one finding per
/// communicator, the first. Of logs that end early, only their calls so far are compared.
CallFindings compare_collectives(const CallLogs& logs);

} // namespace loop::runner
