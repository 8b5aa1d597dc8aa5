#pragma once

#include "report/analysis/states/states.h"

#include <vector>

/// What the further threads of ranks do. The states of a rank are those of its thread 0.
namespace loop::report {

struct ThreadStates {
    std::int32_t thread;
    RankStates states; ///< Busy, Overhead (it communicates), or Excluded (it does not run)
};

/// Returns, by rank, the states of its threads 1, 2, ..., from the trace's begin to its end.
std::vector<std::vector<ThreadStates>> thread_states(const Trace& trace);

} // namespace loop::report
