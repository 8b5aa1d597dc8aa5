#pragma once

#include "report/analysis/messages/collectives.h"
#include "report/analysis/messages/message_index.h"
#include "report/analysis/messages/messages.h"

#include <cstddef>

namespace loop::report {

/// Why a rank waited: which rank had to act, and when it did.
struct WaitCause {
    enum class Kind { Unknown, Message, Receiver, Collective };
    Kind kind = Kind::Unknown;
    std::int32_t rank = no_partner;
    std::int64_t acted_ns = 0;        ///< the sending, the begin of the receive, or of the last comer's call
    std::uint32_t message = no_event; ///< of the first two kinds
};

/// A time for which a rank waited, from its trace.
struct WaitTime {
    std::int64_t begin_ns;
    std::int64_t end_ns;
    std::uint32_t site;
    WaitCause cause;
};

/// Finds what each wait was for. The tables must outlive it.
class WaitFinder {
public:
    WaitFinder(const Trace& trace, const Messages& messages, const MessageIndex& index,
               const Collectives& collectives)
        : trace_(trace), messages_(messages), index_(index), collectives_(collectives) {}

    /// Whether a wait ends with the event at `event` of `rank`, and which. A collective operation that tells
    /// no Wait of its own waited from its call on where somebody came later.
    bool ends_wait(int rank, std::uint32_t event, WaitTime& wait) const;

private:
    WaitCause cause_of_resume(int rank, std::uint32_t wait) const;

    const Trace& trace_;
    const Messages& messages_;
    const MessageIndex& index_;
    const Collectives& collectives_;
};

} // namespace loop::report
