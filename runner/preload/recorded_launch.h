#pragma once

#include "runner/outcome/verdict.h"
#include "runner/system/interrupts.h"

#include <loop/record_session.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// How much each rank's trace may have.
struct RecordedEvents {
    int in_memory = static_cast<int>(default_recorded_events);
    int disk_mib = static_cast<int>(default_recorded_disk); ///< for further ones
};

/// A command whose ranks are recorded.
struct RecordedCommand {
    std::vector<std::string> words;
    std::filesystem::path library; ///< to preload, see preload_library()
    RecordedEvents events;
    std::optional<double> timeout_seconds;
    std::optional<double> hang_limit_seconds; ///< 0: no hang detection; absent: adapts to the ranks
};

/// Runs the command, whose ranks write to `folder`. Returns how it ended (`end`) and, if it was stopped, its
/// `ranks` as they were before; nothing else is set. Stops it with all its processes if its ranks wait for
/// each other for too long, after the timeout, and on a signal; ranks write their traces first. Throws
/// Failure (RunFailed) if the command cannot be started.
LaunchResult run_recorded(const RecordedCommand& command, const std::filesystem::path& folder,
                          Interrupts& interrupts);

} // namespace loop::runner
