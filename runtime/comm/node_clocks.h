#pragma once

#include "comm/node/layout.h"
#include "trace/clock.h"
#include "trace/writer.h"

#include <cstddef>
#include <cstdint>

namespace loop::runtime::trace {

constexpr std::size_t max_comparisons = 256;

// When the clocks of a session are compared, by rank 0's clock: 50 ms after the last comparison, or after a
// sixteenth of the time between the first and the last one, whichever is longer. So there is room for all
// comparisons of a session of weeks. The last place is reserved for the end of the session.
class ComparisonTimes {
public:
    static constexpr std::int64_t min_quiet_ns = 50000000;

    bool is_due(std::int64_t present_ns) const;
    void add(std::int64_t present_ns);

private:
    std::int64_t first_ns_ = 0;
    std::int64_t last_ns_ = 0;
    std::size_t count_ = 0;
};

// Compares the clocks of several nodes. The ranks of a node share a clock. The first rank of each other node
// exchanges messages with rank 0 and uses the fastest round trip; the other ranks of its node take over the
// result.
void open_node_clocks(const NodeLayout& layout);

// Collective on each node. Returns the instant that the node's first rank read, so that all ranks of the node
// count from the same instant.
Instant share_first_instant(const NodeLayout& layout);

// Collective, not measured: at \VISIBLE_SYNC, and at the begin and end of a session.
void compare_clocks(bool at_edge = false);
bool compares_clocks();

const ClockSample* clock_samples();
std::size_t clock_sample_count();

} // namespace loop::runtime::trace
