#pragma once

#include "report/read/run.h"

namespace loop::report {

/// What the calls of a construct moved in one launch, all ranks together.
struct Moved {
    double messages = 0;
    double bytes_sent = 0, bytes_received = 0;
    bool communicates = false; ///< also where only the partners' side is counted, as of a receive
};
/// Nothing within \UNTIMED. What PICL's global operations move is known to the MPI library alone: of several
/// ranks each call counts as one message without bytes, the minimum.
Moved moved(const SiteCounts& site, int ranks);

} // namespace loop::report
