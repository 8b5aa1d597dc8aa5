#pragma once

#include "report/analysis/messages/distribution.h"
#include "report/analysis/messages/messages.h"

#include <vector>

/// Statistics of sends and receives.
namespace loop::report {

/// The sending or the receiving side of messages. The count of each distribution is the number of messages.
struct SideTraffic {
    Distribution bytes;
    /// A send lasts from its Send event (from its call's begin if it is first in the call) to the rank's next
    /// event. A receive lasts from the rank's previous event, waiting included, to the arrival of the
    /// message, or to its call's end if it is last in the call. A send and a receive that follows it directly
    /// share time.
    Distribution ns;
    /// Only of receives that waited for the message and sends that waited for the partner.
    Distribution waited_ns;
};

struct Traffic {
    SideTraffic sent;
    SideTraffic received;
};

/// A collective operation of MPI or PICL. Those that LOOP implements with messages count as messages.
struct CollectiveTraffic {
    Distribution bytes; ///< the ranks' contributions
    Distribution ns;    ///< from the call's begin to its end
};

struct TrafficStatistics {
    Traffic all;
    std::vector<Traffic> by_rank;
    std::vector<Traffic> by_site; ///< indexed like Trace::sites
    std::vector<CollectiveTraffic> collectives_by_site;
    Distribution transit_ns; ///< of matched messages that are not violated
};

TrafficStatistics traffic_of(const Trace& trace, const Messages& messages);

} // namespace loop::report
