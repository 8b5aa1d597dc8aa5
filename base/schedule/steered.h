#pragma once

#include "base/schedule/schedule.h"

#include <optional>
#include <string>

namespace loop::schedule {

/// If data that a rank received decided what it did, it was executed twice with different contents, and the
/// schedule has both executions. Says where they differ, and which calls received data: messages for a
/// terminal.
std::optional<std::string> steered_by_data(const Schedule& schedule);

} // namespace loop::schedule
