#pragma once

#include "trace/analysis/waits/shared_links.h"

namespace loop::report {

/// How long the messages of a rank wait, at most, at a rank that serves others that came later. In the run,
/// such a rank takes what comes first: it receives from any source, or deals out tasks. A replay keeps the
/// order of the run, so at other times a message may wait for ones that came later; the run would then take
/// another order, and usually less time. `now`: the times of a replay with these dependencies. In
/// nanoseconds. Takes time n log n in the number of messages.
std::int64_t waits_for_order_ns(const Trace& trace, const Messages& messages,
                                const std::vector<RankDependencies>& dependencies, const EventTimes& now);

} // namespace loop::report
