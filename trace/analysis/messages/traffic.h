#pragma once

#include "trace/analysis/messages/distribution.h"
#include "trace/analysis/messages/messages.h"

#include <vector>

/// Statistics of sends and receives that are measured: without \UNTIMED and warm-ups.
namespace loop::report {

/// The sending or the receiving side of messages. The count of each distribution is the number of messages.
struct SideTraffic {
    Distribution bytes;
    /// A send lasts from its Send event to the rank's next event; the first send in a call lasts from the
    /// begin of the call. A receive, waiting included, lasts from the rank's previous event to the arrival of
    /// the message; the last receive in a call lasts to the end of the call. A send and a receive that
    /// directly follows it overlap.
    Distribution ns;
    /// Waiting times, of only those receives and sends that waited.
    Distribution waited_ns;
};

struct Traffic {
    SideTraffic sent;
    SideTraffic received;
};

/// A collective operation of MPI or PICL. Those that LOOP implements with messages count as messages.
struct CollectiveTraffic {
    Distribution bytes;    ///< the ranks' contributions
    Distribution ns;       ///< from the call's begin to its end
    std::size_t ranks = 0; ///< of the communicator; 0: the calls have different ones
};

struct TrafficStatistics {
    Traffic all;
    std::vector<Traffic> by_rank;
    std::vector<Traffic> by_site; ///< indexed like Trace::sites
    std::vector<CollectiveTraffic> collectives_by_site;
    Distribution transit_ns; ///< of matched messages that are measured and not violated
};

TrafficStatistics traffic_of(const Trace& trace, const Messages& messages);

} // namespace loop::report
