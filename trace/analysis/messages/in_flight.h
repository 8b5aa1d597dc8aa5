#pragma once

#include "trace/analysis/messages/queues.h"

namespace loop::report {

/// Measured messages in flight in the whole machine over time: ParaGraph's communication traffic.
struct InFlight {
    QueueLength high_water;
    std::vector<QueueLength> highest;     ///< the maximum in each bin
    std::vector<double> average_messages; ///< averaged over the time of each bin
    std::vector<double> average_bytes;
};

InFlight in_flight(const Messages& messages, const TimeGrid& grid);

} // namespace loop::report
