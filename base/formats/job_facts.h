#pragma once

#include "base/formats/numbers.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loop::formats {

inline constexpr const char* job_facts_name = "facts";

/// One launch as reported by job.sh.
struct JobLaunch {
    int index = 1;
    std::string id;
    std::string started;
    double seconds = 0;
    int code = 0;
};

/// The file `facts` that a bundle's job.sh writes to its run directory (docs/bundles.md): one key with its
/// value per line.
struct JobFacts {
    std::string started;
    std::string ended; ///< empty: the job was stopped from outside, or is still running
    int ranks = 0;
    int planned = 1;
    std::vector<std::string> compile;
    std::string compiler_version = "unknown";
    std::string launcher_version = "unknown";
    std::vector<std::string> launcher; ///< the command of the first launch
    std::vector<JobLaunch> launches;
    Json environment = Json::object(); ///< the job's part of `environment` in run.json
};

/// Returns nullopt and adds a problem if `text` is not such a file. Skips unknown keys. Accepts any text.
std::optional<JobFacts> read_job_facts(std::string_view text, Problems& problems);

} // namespace loop::formats
