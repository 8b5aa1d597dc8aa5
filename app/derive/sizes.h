#pragma once

#include "report/read/run.h"

#include <string>
#include <vector>

namespace loop::app {

/// The problem sizes of runs.
struct ProblemSizes {
    std::vector<long long> values; ///< one for each run; empty: unknown, or all equal
    std::string source;            ///< where they are from, for the user: "the sizes of the runs"
};

/// Reads how the runs were started: the sizes of LOOP programs, or else the one number in which the commands
/// differ, apart from the number of ranks.
ProblemSizes sizes_of(const std::vector<report::RunRecord>& runs);

} // namespace loop::app
