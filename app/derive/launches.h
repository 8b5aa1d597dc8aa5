#pragma once

#include "report/read/run.h"
#include "runner/system/failure.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace loop::app {

/// Where the ranks of a program run: the arguments of `--bind` and `--map`.
struct Placement {
    std::string bind, map;
};

/// How LOOP places the ranks of a derived program, so that they run where those of the original do, on the
/// same cores or wherever a launcher puts them: as the original's command says. `machine`: of the derived
/// program.
Placement placement_like(const report::RunRecord& original, const std::string& machine);

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

} // namespace loop::app
