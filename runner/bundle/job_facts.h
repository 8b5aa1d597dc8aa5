#pragma once

#include "base/text/json.h"

#include <string>
#include <string_view>
#include <vector>

namespace loop::runner {

/// One launch as job.sh tells of it.
struct JobLaunch {
    int index = 1;
    std::string id;
    std::string started;
    double seconds = 0;
    int code = 0;
};

/// The file `facts` that a bundle's job.sh leaves in its run directory: lines of a key and a value.
struct JobFacts {
    std::string started;
    std::string ended; ///< empty: the job was stopped from outside, or runs still
    int ranks = 0;
    int planned = 1;
    std::vector<std::string> compile;
    std::string compiler_version = "unknown";
    std::string launcher_version = "unknown";
    std::vector<std::string> launcher; ///< the command of the first launch
    std::vector<JobLaunch> launches;
    Json environment; ///< as environment_record() tells it
};

/// Failure (InputOutput) where `text` is no such file; unknown keys are skipped. `origin` names it.
JobFacts read_job_facts(std::string_view text, const std::string& origin);

} // namespace loop::runner
