#pragma once

#include "report/read/run.h"

#include <string>
#include <vector>

namespace loop::cli {

/// The problem sizes of runs.
struct ProblemSizes {
    std::vector<long long> values; ///< by run; empty: not known, or all the same
    std::string source;            ///< where they are from, for the user: "`--size` of the runs"
};

/// From what the runs were started with: the size that LOOP programs have, or the one number in which the
/// commands differ, apart from their ranks.
ProblemSizes sizes_of(const std::vector<report::RunRecord>& runs);

} // namespace loop::cli
