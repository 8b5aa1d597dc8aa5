#pragma once

#include "report/analysis/messages/distribution.h"
#include "report/analysis/messages/messages.h"

#include <vector>

/// Statistics of sends and receives.
namespace loop::report {

/// One side of messages. The count of each distribution is the number of messages.
struct SideTraffic {
    Distribution bytes;
    /// A send lasts from its handing over (its call's begin where nothing was before it) to the rank's next
    /// event; a receive from the rank's event before it (waiting included) to its arrival, and to its call's
    /// end where nothing comes after it. A send that is followed at once by a receive shares its time with
    /// it.
    Distribution ns;
    Distribution waited_ns; ///< only those that waited for what had not come (or, sends, for the partner)
};

struct Traffic {
    SideTraffic sent;
    SideTraffic received;
};

/// A collective operation of MPI or PICL; those that LOOP makes of messages are counted as messages.
struct CollectiveTraffic {
    Distribution bytes; ///< that the ranks put in
    Distribution ns;    ///< from the call's begin to its end
};

struct TrafficStatistics {
    Traffic all;
    std::vector<Traffic> by_rank;
    std::vector<Traffic> by_site; ///< like Trace::sites
    std::vector<CollectiveTraffic> collectives_by_site;
    Distribution transit_ns; ///< of matched messages that are not violated
};

TrafficStatistics traffic_of(const Trace& trace, const Messages& messages);

} // namespace loop::report
