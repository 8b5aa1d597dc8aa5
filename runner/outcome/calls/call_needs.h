#pragma once

#include "runner/outcome/calls/call_logs.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace loop::runner {

/// A call of a rank: its place in the rank's log.
struct CallIndex {
    int rank = 0;
    std::size_t index = 0;
};

/// Calls that a rank waits for, and how many of the first ones are known to have begun.
struct AwaitedCalls {
    std::vector<CallIndex> calls{};
    std::size_t begun = 0;
};

/// The entry `at` of a rank's log can only be passed after all `awaited` calls have begun.
struct CallNeed {
    std::size_t at = 0;
    std::shared_ptr<AwaitedCalls> awaited{};
    const LoggedCall* send = nullptr; ///< if it is awaited that others take what this call sends
};

/// By rank, in the order of their entries: what receives, blocking collective operations, and, as if nothing
/// was buffered, sends wait for. What the logs lack waits for nothing, nor does a rank whose
/// further calls may depend on which message came first.
std::vector<std::vector<CallNeed>> needs_without_buffers(const CallLogs& logs);

} // namespace loop::runner
