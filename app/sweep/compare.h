#pragma once

#include "app/sweep/sweeping.h"

#include <string>
#include <vector>

namespace loop::app {

struct CompareOptions {
    std::vector<std::string> inputs;
    std::string base, bind, phase, timed, output, fail_if_slower, plots;
    std::string format; ///< empty: by the ending of `output`, or text
    bool anyway = false;
    bool fail_if_undecided = false;
    bool launch = false;
    bool oversubscribe = false;
    int launches = 0; ///< 0: the default number
};

/// Compares runs, sweeps, and tables. Returns the exit code.
int compare(const CompareOptions& options, const Terminal& terminal);

/// Launches the sides of `campaign` alternately and compares them; `command`: as in SweepOrder. The launches
/// are kept in a folder, like those of a sweep. Returns the exit code.
int compare_launched(const CompareOptions& options, const runner::Campaign& campaign,
                     const std::vector<std::string>& command, const Terminal& terminal);

} // namespace loop::app
