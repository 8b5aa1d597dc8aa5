#pragma once

#include "derive/call_details.h"
#include "runner/outcome/calls/call_logs.h"

#include <optional>

namespace loop::app {

/// The logs of MPI calls of a launch; nothing if there are none, or they are not whole.
std::optional<runner::CallLogs> call_logs_of(const std::filesystem::path& directory, int launch, int ranks);

/// What the collective operations in the logs do, by rank.
std::vector<std::vector<report::derive::CallDetail>> details_of(const runner::CallLogs& logs,
                                                                bool with_slots);

} // namespace loop::app
