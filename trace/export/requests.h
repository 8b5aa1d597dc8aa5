#pragma once

#include "trace/read/trace.h"

#include <vector>

namespace loop::report {

/// For one rank: which posted receive each receive completes.
struct Requests {
    /// Indexed by event. A Post has its own number, from 1. A Receive has the number of the Post that it
    /// completes. All other events have 0.
    std::vector<std::uint64_t> number;
    std::uint64_t posted = 0;
};

/// Matches as MPI does: the first posted receive that accepts the message's sender, tag, and communicator.
Requests requests_of(const RankTrace& rank);

} // namespace loop::report
