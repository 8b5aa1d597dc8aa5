#pragma once

#include "comm/node/layout.h"
#include "trace/clock.h"
#include "trace/writer.h"

namespace loop::runtime::trace {

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
