#pragma once

#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/message_index.h"
#include "trace/analysis/messages/messages.h"

#include <cstddef>
#include <vector>

namespace loop::report {

/// Why a rank waited: which rank had to act, and when it did.
struct WaitCause {
    /// Nobody: in a collective operation that all ranks that this one needs had called. Root: of a broadcast
    /// or scatter.
    enum class Kind { Unknown, Nobody, Message, Receiver, Collective, Root };
    Kind kind = Kind::Unknown;
    std::int32_t rank = no_partner;
    std::int64_t acted_ns = 0; ///< time of the send, of the receive's begin, or of the last call's begin
    std::uint32_t message = no_event; ///< for Message and Receiver
};

/// An interval in which a rank waited.
struct WaitTime {
    std::int64_t begin_ns;
    std::int64_t end_ns;
    std::uint32_t site;
    WaitCause cause;
};

/// Whether what the rank waited for was still on its way: the wait takes at least a tenth of the time since
/// the other rank acted. A shorter one is the time that it takes to notice data that came before.
bool is_awaited(const WaitTime& wait);

/// Finds the cause of each wait. The constructor's arguments must outlive it.
class WaitFinder {
public:
    WaitFinder(const Trace& trace, const Messages& messages, const MessageIndex& index,
               const Collectives& collectives)
        : trace_(trace), messages_(messages), index_(index), collectives_(collectives) {}

    /// Whether a wait ends with the event at `event` of `rank`; if so, sets `wait`. If a collective operation
    /// has no recorded Wait and the rank it needs called later, the wait began with the call.
    bool ends_wait(int rank, std::uint32_t event, WaitTime& wait) const;

    /// By index into Messages::matched: whether the sender waited until the receiver began to receive it.
    /// Takes linear time.
    std::vector<bool> met_receivers() const;

private:
    WaitCause cause_of_probe(int rank, std::uint32_t wait) const;
    WaitCause cause_of_polling(int rank, std::uint32_t wait) const;
    WaitCause cause_of_message(std::uint32_t message) const;
    std::uint32_t next_receive(int rank, std::uint32_t event, std::uint32_t events_after) const;
    std::uint32_t last_sent(int rank, std::uint32_t event) const;
    WaitCause cause_of_send(int rank, std::uint32_t wait, std::int64_t end_ns) const;
    WaitCause cause_of_resume(int rank, std::uint32_t wait) const;
    std::uint32_t message_from(std::int32_t partner, int rank, std::uint32_t event) const;
    std::uint32_t ending_message(int rank, std::uint32_t event) const;

    const Trace& trace_;
    const Messages& messages_;
    const MessageIndex& index_;
    const Collectives& collectives_;
};

} // namespace loop::report
