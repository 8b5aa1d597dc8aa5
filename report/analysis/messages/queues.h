#pragma once

#include "report/analysis/messages/messages.h"

#include <vector>

/// Incoming queues: a message is in its receiver's queue from sending to receiving.
namespace loop::report {

struct QueueLength {
    std::int64_t messages = 0;
    std::int64_t bytes = 0;
};

struct Queue {
    QueueLength high_water;            ///< the two need not be at the same time
    std::int64_t high_water_at_ns = 0; ///< when the queue was longest for the first time
    std::vector<QueueLength> highest;  ///< the maxima within each bin
};

/// By rank. Matched messages that are not violated; n log n.
std::vector<Queue> queues_of(const Trace& trace, const Messages& messages, const TimeGrid& grid);

} // namespace loop::report
