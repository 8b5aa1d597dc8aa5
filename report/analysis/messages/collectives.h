#pragma once

#include "report/trace/time_range.h"

#include <utility>
#include <vector>

namespace loop::report {

/// One rank's part in a collective operation.
struct CollectivePart {
    std::int64_t begin_ns; ///< of the call
    std::int64_t end_ns;
    std::uint32_t event;     ///< its Collective
    std::uint32_t operation; ///< index into Collectives::operations
    std::int32_t rank;
};

/// The k-th collective operation of a communicator is the same one on all its ranks, as MPI has it.
struct CollectiveOperation {
    std::uint32_t first_part; ///< in Collectives::parts
    std::uint32_t parts;
    std::int32_t root;          ///< world rank, -1: none
    std::int32_t last_rank;     ///< whose call began last ...
    std::int64_t last_begin_ns; ///< ... and when
    std::uint16_t communicator;
};

struct Collectives {
    std::vector<CollectivePart> parts;               ///< by operation, then by rank
    std::vector<CollectiveOperation> operations;     ///< by communicator, then in the order of their calls
    std::vector<std::vector<std::uint32_t>> by_rank; ///< indices into `parts`, by event

    const CollectivePart* part_of(int rank, std::uint32_t event) const; ///< of a Collective; null where none
};

/// The rank without which a part cannot end.
struct Needed {
    std::int32_t rank; ///< no_partner: none
    std::int64_t begin_ns;
};

/// By the operation's name: a broadcast or scatter needs its root, a reduction or gather with a root lets
/// only the root need the others, every other operation needs the last comer.
Needed needed_by(const Trace& trace, const Collectives& collectives, const CollectivePart& part);

Collectives match_collectives(const Trace& trace);

} // namespace loop::report
