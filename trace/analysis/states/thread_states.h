#pragma once

#include "trace/analysis/states/states.h"

#include <vector>

/// What the further threads of ranks do.
namespace loop::report {

struct ThreadStates {
    std::int32_t thread;
    RankStates states; ///< Busy, InMpi (it communicates), Unknown, or Excluded (it does not run)
};

/// Returns, by rank, the states of its threads 1, 2, ..., from the trace's begin to its end.
std::vector<std::vector<ThreadStates>> thread_states(const Trace& trace);

/// Which further threads a diagram shows: the first ones of each rank.
struct ShownThreads {
    std::vector<std::size_t> of_rank; ///< how many
    std::size_t left_out = 0;         ///< how many threads of all ranks it does not show

    bool any() const;
};
/// As many as fit into `most_rows`, together with a row for each rank; of each rank up to the same number.
ShownThreads shown_threads(const std::vector<std::vector<ThreadStates>>& threads, std::size_t most_rows);

} // namespace loop::report
