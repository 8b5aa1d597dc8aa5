#pragma once

#include "runner/run/run.h"

#include <string>
#include <vector>

/// The options of `loop run` that decide what a run measures, one row each: the command that repeats a run
/// has them, and the jobs of an artifact repeat some.
namespace loop::runner {

/// The `loop run` command that repeats the run.
std::vector<std::string> repeat_command(const ResolvedRun& run);

/// What the script of a bundle, job.sh, does with an option.
enum class InJob {
    Option,  ///< it has the option, too
    Implied, ///< the artifact says it in another way, or it changes nothing that is measured
    Missing  ///< it does not do this
};

/// The same for a word of the command, such as `--strict=7`. Missing for what is no option.
InJob in_job(const std::string& word);

} // namespace loop::runner
