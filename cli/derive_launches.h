#pragma once

#include "report/read/run.h"
#include "runner/system/failure.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace loop::cli {

/// The runs of both programs, whose launches took turns.
struct LaunchesInTurn {
    std::vector<report::RunRecord> original, derived;
};

/// Returns the record of the run that it writes to the folder.
using LaunchDerived = std::function<report::RunRecord(const std::filesystem::path&)>;

/// The original cannot be launched any more.
struct CannotLaunch : runner::Failure {
    explicit CannotLaunch(const std::string& why)
        : Failure(runner::ExitCode::RunFailed, "the original cannot be launched again: " + why) {}
};

/// Launches `launches` times the original, as the run's command does, and the derived program. Both are
/// recorded, since recording takes time. The folders of these runs are in `parent`, and are removed. Throws
/// CannotLaunch.
LaunchesInTurn launch_in_turn(const report::RunRecord& original, int launches, const LaunchDerived& derived,
                              const std::filesystem::path& parent);

/// The times of the program and of its phases, each with its verdict.
std::string text_of(const LaunchesInTurn& runs);

} // namespace loop::cli
