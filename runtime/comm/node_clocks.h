#pragma once

#include "comm/node/layout.h"
#include "trace/clock.h"
#include "trace/writer.h"

namespace loop::runtime::trace {

// The clocks of several nodes. Inside a node they are one; the first rank of each other node sends messages
// to and fro between it and rank 0 and believes the quickest; all ranks of the node take over what it found.
void open_node_clocks(const NodeLayout& layout);

// Collective on each node: what the node's first rank read, so that all its ranks count from the same
// instant.
Instant share_first_instant(const NodeLayout& layout);

// Collective, outside of measured time: at \VISIBLE_SYNC, and at the edges of a session.
void compare_clocks(bool at_edge = false);
bool compares_clocks();

const ClockSample* clock_samples();
std::size_t clock_sample_count();

} // namespace loop::runtime::trace
