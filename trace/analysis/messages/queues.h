#pragma once

#include "trace/analysis/messages/messages.h"

#include <vector>

/// Incoming queues: a message is in its receiver's queue from its send to its receive.
namespace loop::report {

struct QueueLength {
    std::int64_t messages = 0;
    std::int64_t bytes = 0;
};

struct Queue {
    QueueLength high_water;            ///< max messages and max bytes, possibly at different times
    std::int64_t high_water_at_ns = 0; ///< when the queue first was longest
    std::vector<QueueLength> highest;  ///< the maximum in each bin
};

/// Returns the queues by rank. Ignores messages that are unmatched, violated, or not
/// measured. Takes O(n log n) time.
std::vector<Queue> queues_of(const Trace& trace, const Messages& messages, const TimeGrid& grid);

} // namespace loop::report
