#pragma once

#include "report/read/run_directory.h"

#include <optional>
#include <vector>

namespace loop::report {

/// How long the ranks of the shown launch were ready to run but had no core, in percent of their time, by
/// rank. A rank whose system does not report it, or reports what cannot be, has 0. Empty if no rank reports
/// it.
std::vector<double> core_waits(const RunDirectory& directory);

/// For how long, at least, the ranks of the shown launch neither used a core nor were ready to run, in
/// percent of their time, by rank. A rank whose system does not report it, or reports what cannot be, has 0.
std::vector<double> off_cores(const RunDirectory& directory);

/// The host on which the most threads share a core, if its ranks have more threads than it has cores.
struct SharedCores {
    int ranks = 0, threads = 0, cores = 0; ///< as many threads as ranks if none has several
};
std::optional<SharedCores> shared_cores(const RunDirectory& directory);

/// Whether a CPU quota stopped the launch that the sheet shows.
bool is_throttled(const RunDirectory& directory);

} // namespace loop::report
