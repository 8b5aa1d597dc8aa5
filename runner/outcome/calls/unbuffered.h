#pragma once

#include "runner/outcome/calls/call_logs.h"

#include <vector>

namespace loop::runner {

/// Ranks that would wait for each other if no library had buffered these messages.
struct UnbufferedStall {
    /// A rank, and the call that it would not return from.
    struct Waiting {
        int rank;
        const LoggedCall* call;
        const LoggedCall* send; ///< whose message nobody takes; null: it waits for something else
    };
    std::vector<Waiting> waiting; ///< by rank
};

/// Repeats the calls of all ranks in their order, as if each send waited for its receive. Empty unless all
/// ranks have reached the end. What the logs lack waits for nothing, nor does a rank whose further
/// calls may depend on which message came first. Each further standstill contains another line that sends.
std::vector<UnbufferedStall> stalls_without_buffers(const CallLogs& logs);

} // namespace loop::runner
