#pragma once

#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/messages.h"

#include <vector>

/// What each rank needs from other ranks before it can go on.
namespace loop::report {

/// An event cannot take place before another event, or before all ranks have started an operation.
struct Dependency {
    std::uint32_t event;              ///< index into the events of the rank that needs it
    std::int32_t rank;                ///< the rank that it needs; no_partner: all ranks of an operation
    std::uint32_t on;                 ///< index into that rank's events, or into Collectives::operations
    std::int64_t after_ns;            ///< so long after it at the earliest
    bool is_sure = true;              ///< false: it may also take place earlier
    std::uint32_t message = no_event; ///< index into Messages::matched, if it is the arrival of a message
};

/// A rank starts its part of an operation.
struct OperationStart {
    std::uint32_t event; ///< index into the events of the rank: the last one before it, or at that time
    std::uint32_t operation;
    std::int64_t after_ns; ///< so long after the event
};

struct RankDependencies {
    std::vector<Dependency> needs;      ///< in the order of events
    std::vector<std::uint32_t> waits;   ///< events before which the rank only waits for what it needs
    std::vector<OperationStart> starts; ///< in the order of events
    std::int64_t unexplained_ns = 0;    ///< waits of which it is not known what the rank needed
};

/// By rank. If nothing changes, each event takes place at its own time. How long a message was on its way is
/// known if its receiver waited for it; for the others, it is what messages of that size usually took, but
/// not longer than until they were received. Ranks may have done a part of a collective operation with much
/// data before the last one started, so its end also depends on the first one; their data may come only once
/// they have called; and a large message may come only after the one before. That is not sure. Takes time
/// n log n in the number of events.
std::vector<RankDependencies> dependencies_of(const Trace& trace, const Messages& messages,
                                              const Collectives& collectives);

/// The same, as if collective operations with much data took as long for each rank, once all have started, as
/// for the one that is the first to end. Only operations in which each rank needs all others.
std::vector<RankDependencies> with_shortest_operations(std::vector<RankDependencies> dependencies);

} // namespace loop::report
