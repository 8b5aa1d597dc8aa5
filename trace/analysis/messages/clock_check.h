#pragma once

#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/messages.h"

#include <string>
#include <vector>

namespace loop::report {

/// Whether the clocks of the ranks agree: no effect precedes its cause. A receive cannot end before its send
/// began, nor a collective operation before a rank whose data it needs called it. If the clocks disagree,
/// times of different ranks cannot be compared; those of one rank can.
struct ClockCheck {
    /// The ranks whose clocks disagree with those of other ranks, as few as explain all contradictions, in
    /// ascending order; empty if the clocks agree. If a contradiction does not show which of two ranks it is,
    /// both are here.
    std::vector<int> ranks;
    /// Their hosts, if a clock belongs to a host: all contradictions are between hosts. Else empty.
    std::vector<std::string> hosts;
    std::uint64_t messages = 0; ///< received before they were sent
    std::uint64_t calls = 0;    ///< of collective operations that ended before a rank that they need called
    std::int64_t by_ns = 0;     ///< by how much clocks differ at least
    bool are_compared = true;   ///< false: it is unknown how far the clocks of `hosts` differ

    bool agree() const { return ranks.empty(); }
    /// Whether times of the first rank cannot be compared with times of the second one.
    bool concerns(const Trace& trace, int rank, int other) const;
};

/// `messages`: also those of threads. Differences up to the clock's resolution, and, between hosts, up to the
/// known error of their offsets, are no contradictions. Ranks with lost events in between are left out, as
/// their events may be matched wrongly.
ClockCheck check_clocks(const Trace& trace, const Messages& messages, const Collectives& collectives);
ClockCheck check_clocks(const Trace& trace);

/// "the clock of rank 3 and those of other ranks disagree by at least 990 us (...)": who, by how much, what
/// follows, and what to do. For clocks that disagree. Without a full stop.
std::string clock_check_text(const Trace& trace, const ClockCheck& check);

} // namespace loop::report
