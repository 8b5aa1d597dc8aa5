#pragma once

#include "report/read/run.h"

namespace loop::report {

/// What the calls of a construct moved in one launch, summed over all ranks.
struct Moved {
    double messages = 0;
    double bytes_sent = 0, bytes_received = 0;
    bool communicates = false; ///< whether messages were sent or received
};
/// Zero within \UNTIMED. Only the MPI library knows what PICL's global operations move, so with several ranks
/// each call counts as one message without bytes, the minimum.
Moved moved(const SiteCounts& site, int ranks);

} // namespace loop::report
