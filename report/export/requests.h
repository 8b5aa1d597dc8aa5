#pragma once

#include "report/trace/trace.h"

#include <vector>

namespace loop::report {

/// For one rank: which posted receive each receive completes.
struct Requests {
    /// Indexed by event: a Post's own number, from 1, or that of the Post a Receive completes; 0: none.
    std::vector<std::uint64_t> number;
    std::uint64_t posted = 0;
};

/// Matches as MPI does: the first posted receive that accepts the message's sender, tag, and communicator.
Requests requests_of(const RankTrace& rank);

} // namespace loop::report
