#pragma once

#include <filesystem>

namespace loop::runner {

/// Makes a folder readable as a run if other programs left it: writes run.json for the run of a bundle
/// (complete_bundle_run) and for a program that was started by hand (complete_records_run). Any other folder
/// is left unchanged. Every verb that reads runs calls it first. Throws Failure (InputOutput) as those do.
void complete_run(const std::filesystem::path& folder);

/// If `folder` is the `--records` folder of a program that was started by hand, writes run.json there from
/// what the ranks left, and judges the run as `loop run` does. A rank without a valid record makes it
/// INVALID. Any other folder is left unchanged. Throws Failure (InputOutput) if the folder is only part of a
/// run, or lists more ranks than it can have.
void complete_records_run(const std::filesystem::path& folder);

} // namespace loop::runner
