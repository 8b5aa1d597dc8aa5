#pragma once

#include "trace/analysis/messages/messages.h"

#include <vector>

namespace loop::report {

/// Finds the matched message that an event belongs to.
class MessageIndex {
public:
    MessageIndex(const Messages& messages, std::size_t ranks);

    /// Both return an index into Messages::matched, or no_event if the event has no match.
    std::uint32_t of_receive(int rank, std::uint32_t event) const;
    std::uint32_t of_send(int rank, std::uint32_t event) const;

    /// The messages that a rank received are from first_received(rank) to first_received(rank + 1) in
    /// `matched`.
    std::size_t first_received(int rank) const { return received_[static_cast<std::size_t>(rank)]; }
    /// The messages that a rank sent are from first_sent(rank) to first_sent(rank + 1) in sent(), which has
    /// indices into `matched`, by time.
    std::size_t first_sent(int rank) const { return sent_starts_[static_cast<std::size_t>(rank)]; }
    const std::vector<std::uint32_t>& sent() const { return sent_; }

private:
    const std::vector<Message>& matched_;
    std::vector<std::size_t> received_, sent_starts_;
    std::vector<std::uint32_t> sent_;
};

} // namespace loop::report
