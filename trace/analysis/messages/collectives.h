#pragma once

#include "trace/read/time_range.h"

#include <utility>
#include <vector>

namespace loop::report {

/// From so many bytes of a rank on, others may do a part of a collective operation before the last one calls.
constexpr std::int64_t much_data = 256;

/// How often the number of ranks doubles from one to these, rounded up: the steps of a tree.
std::int64_t doublings_of(std::uint32_t ranks);

/// The rank that another rank has to wait for in its part of an operation.
struct Needed {
    std::int32_t rank; ///< no_partner: none
    std::int64_t begin_ns;
    bool is_source = false; ///< the root of a broadcast or scatter: its data may still be on their way later
};

/// One rank's call of a collective operation.
struct CollectivePart {
    std::int64_t begin_ns; ///< begin of the call; of a nonblocking operation: of the call that ends it
    std::int64_t end_ns;
    std::int64_t started_ns; ///< the same, but for a nonblocking operation: begin of the call that starts it
    std::uint32_t event;     ///< index of its Collective event
    std::uint32_t operation; ///< index into Collectives::operations
    std::int32_t rank;
    /// Of a rank that needs neither the root nor all others; see needed_by().
    Needed awaited{no_partner, 0};
    /// Of another rank than the root in a broadcast or scatter: its data had come when it called.
    bool has_data = false;
};

/// As MPI requires, the k-th collective call of each rank on a communicator belongs to the same operation.
struct CollectiveOperation {
    std::uint32_t first_part; ///< index into Collectives::parts
    std::uint32_t parts;
    std::int32_t root;          ///< world rank, -1: none
    std::int32_t last_rank;     ///< the rank that started last
    std::int64_t last_begin_ns; ///< when it started
    std::uint16_t communicator;
};

struct Collectives {
    std::vector<CollectivePart> parts;               ///< by operation, then by rank
    std::vector<CollectiveOperation> operations;     ///< by communicator, then in call order
    std::vector<std::vector<std::uint32_t>> by_rank; ///< by rank: indices into `parts`, ordered by event

    /// Returns the part of a Collective event; null if there is none.
    const CollectivePart* part_of(int rank, std::uint32_t event) const;
    /// The part of a rank in an operation; null if it has none.
    const CollectivePart* part_of_rank(std::uint32_t operation, std::int32_t rank) const;
};

/// Whether the rank needs all others in its part of an operation.
bool needs_all(const Trace& trace, const Collectives& collectives, const CollectivePart& part);

/// Decides by the operation's name: in a broadcast or scatter, ranks need the root, or a rank that came late
/// and passes the data on; in a reduction or gather with a root, the root needs all others, and another rank,
/// which may be an inner node of a tree, the last one that called while it was in its own call; in a prefix
/// sum, ranks need the lower ranks; in all other operations, the last one to call.
Needed needed_by(const Trace& trace, const Collectives& collectives, const CollectivePart& part);

/// Whether the root receives a part of its own from each other rank (gather), or sends it one (scatter).
bool gathers(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation);
bool scatters(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation);

/// Whether each other rank gets all that the root contributes.
bool broadcasts(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation);
/// Whether each other rank gets all that each rank contributes.
bool allgathers(const Trace& trace, const Collectives& collectives, const CollectiveOperation& operation);

Collectives match_collectives(const Trace& trace);

} // namespace loop::report
