#pragma once

#include "report/trace/trace.h"

#include <vector>

namespace loop::report {

/// Which posted receive each receive completes, on one rank.
struct Requests {
    /// By event: of a Post its number from 1, of a Receive that of the Post it completes, 0: none.
    std::vector<std::uint64_t> number;
    std::uint64_t posted = 0;
};

/// As MPI does it: the first posted that takes the message's sender, tag and communicator.
Requests requests_of(const RankTrace& rank);

} // namespace loop::report
