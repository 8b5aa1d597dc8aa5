#pragma once

#include "runner/outcome/calls/finding.h"

namespace loop::runner {

/// What must be known beside the logs.
struct CallContext {
    bool strict = false;              ///< what was left uncompleted or unfreed is a fault
    bool other_communication = false; ///< constructs have ordered the ranks too, which no log shows
};

/// Everything that the call logs of a launch say together, faults first. Where a log misses calls, nothing is
/// concluded from what it lacks.
CallFindings compare_call_logs(const CallLogs& logs, const CallContext& context);

} // namespace loop::runner
