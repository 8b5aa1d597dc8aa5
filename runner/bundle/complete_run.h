#pragma once

#include "runner/outcome/verdict.h"
#include "runner/system/failure.h"
#include "runner/system/interrupts.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// Makes a folder readable as a run if other programs left it: writes run.json for the run of a bundle
/// (complete_bundle_run) and for a program that was started by hand (complete_records_run). Any other folder
/// is left unchanged. Every verb that reads runs calls it first. Throws Failure (InputOutput) as those do.
void complete_run(const std::filesystem::path& folder);

/// If `folder` is the `--records` folder of a program that was started by hand, writes run.json there from
/// what the ranks left, and judges the run as `loop run` does. A rank without a valid record makes it
/// INVALID. The same for a recorded run, if `loop record` was killed before it could judge it; no Interrupts
/// object may exist then. Any other folder is left unchanged. Throws Failure (InputOutput) if the folder is
/// only part of a run, or lists more ranks than it can have.
void complete_records_run(const std::filesystem::path& folder);

/// How a run ended, as its exit code and its failures say.
struct JudgedRun {
    ExitCode code = ExitCode::Good;
    std::vector<std::string> failures{}; ///< of the last launch, one sentence each
};

/// Writes run.json for the run that `loop record` has recorded in `folder`, as complete_records_run() does,
/// but with what only `loop record` knows of its `launches`: how each ended, and, if it was stopped, the
/// state of its ranks before. `compares`: the MPI calls of all ranks are compared. Later readers leave this
/// run.json as it is. Empty if no rank was recorded. A signal is noted in run.json. Throws Failure
/// (InputOutput) if a file cannot be written.
std::optional<JudgedRun> judge_recording(const std::filesystem::path& folder,
                                         const std::vector<LaunchResult>& launches, bool compares,
                                         Interrupts& interrupts);

} // namespace loop::runner
