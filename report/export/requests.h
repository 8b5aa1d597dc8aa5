#pragma once

#include "report/trace/trace.h"

#include <vector>

namespace loop::report {

/// For one rank: which posted receive each receive completes.
struct Requests {
    /// Indexed by event. A Post has its own number, from 1; a Receive has that of the Post it completes. 0:
    /// none.
    std::vector<std::uint64_t> number;
    std::uint64_t posted = 0;
};

/// Matches as MPI does: the first posted receive that accepts the message's sender, tag, and communicator.
Requests requests_of(const RankTrace& rank);

} // namespace loop::report
