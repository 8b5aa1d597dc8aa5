#include "trace/analysis/messages/message_index.h"

#include <algorithm>
#include <numeric>

namespace loop::report {

MessageIndex::MessageIndex(const Messages& messages, std::size_t ranks)
    : matched_(messages.matched), received_(ranks + 1), sent_starts_(ranks + 1), sent_(matched_.size()) {
    for (const Message& message : matched_) {
        ++received_[static_cast<std::size_t>(message.receiver) + 1];
        ++sent_starts_[static_cast<std::size_t>(message.sender) + 1];
    }
    std::partial_sum(received_.begin(), received_.end(), received_.begin());
    std::partial_sum(sent_starts_.begin(), sent_starts_.end(), sent_starts_.begin());
    std::vector<std::size_t> next(sent_starts_.begin(), sent_starts_.end() - 1);
    for (std::size_t i = 0; i < matched_.size(); ++i)
        sent_[next[static_cast<std::size_t>(matched_[i].sender)]++] = static_cast<std::uint32_t>(i);
    for (std::size_t rank = 0; rank < ranks; ++rank)
        std::sort(sent_.begin() + static_cast<std::ptrdiff_t>(sent_starts_[rank]),
                  sent_.begin() + static_cast<std::ptrdiff_t>(sent_starts_[rank + 1]),
                  [this](std::uint32_t a, std::uint32_t b) {
                      return matched_[a].send_event < matched_[b].send_event;
                  });
}

std::uint32_t MessageIndex::of_receive(int rank, std::uint32_t event) const {
    const auto first = matched_.begin() + static_cast<std::ptrdiff_t>(first_received(rank));
    const auto last = matched_.begin() + static_cast<std::ptrdiff_t>(first_received(rank + 1));
    const auto found = std::lower_bound(first, last, event, [](const Message& message, std::uint32_t wanted) {
        return message.receive_event < wanted;
    });
    if (found == last || found->receive_event != event) return no_event;
    return static_cast<std::uint32_t>(found - matched_.begin());
}

std::uint32_t MessageIndex::of_send(int rank, std::uint32_t event) const {
    const auto first = sent_.begin() + static_cast<std::ptrdiff_t>(first_sent(rank));
    const auto last = sent_.begin() + static_cast<std::ptrdiff_t>(first_sent(rank + 1));
    const auto found =
        std::lower_bound(first, last, event, [this](std::uint32_t message, std::uint32_t wanted) {
            return matched_[message].send_event < wanted;
        });
    return found == last || matched_[*found].send_event != event ? no_event : *found;
}

} // namespace loop::report
