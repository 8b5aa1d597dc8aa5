#pragma once

#include "report/analysis/time_range.h"

#include <vector>

namespace loop::report {

/// One rank's part in a collective operation.
struct CollectivePart {
    std::int32_t rank;
    std::uint32_t event;   ///< its Collective
    std::int64_t begin_ns; ///< of the call
    std::int64_t end_ns;
};

/// The k-th collective operation of a communicator is the same one on all its ranks, as MPI has it.
struct CollectiveOperation {
    std::uint16_t communicator;
    std::int32_t root;               ///< world rank, -1: none
    std::uint32_t first_part, parts; ///< in Collectives::parts
    std::int32_t last_rank;          ///< who came last ...
    std::int64_t last_begin_ns;      ///< ... and when
};

struct Collectives {
    std::vector<CollectivePart> parts;
    std::vector<CollectiveOperation> operations;
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> by_rank; ///< event, operation; by event
};

Collectives match_collectives(const Trace& trace);

} // namespace loop::report
