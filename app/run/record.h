#pragma once

#include "app/output/terminal.h"
#include "runner/preload/recorded_launch.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::app {

struct RecordOptions {
    std::optional<std::filesystem::path> output;
    std::string program; ///< empty: the first word of the command that is one
    int launches = 1;
    runner::RecordedEvents events;
    std::optional<double> timeout_seconds;
    std::optional<double> hang_limit_seconds;
};

/// Runs a command and records the ranks that it starts. Returns the exit code.
int record_command(const RecordOptions& options, const std::vector<std::string>& words,
                   const Terminal& terminal);

} // namespace loop::app
