#include "trace/analysis/messages/thread_messages.h"

#include "trace/read/measured_times.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace loop::report {

namespace {

/// The messages from one thread to another, in their order.
struct Channel {
    std::vector<const ThreadMessageEvent*> sent;
    std::size_t received = 0;
};

using Channels = std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, Channel>;

Channels sends_of(const Trace& trace) {
    Channels channels;
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank)
        for (const ThreadMessageEvent& event : trace.ranks[rank].thread_messages)
            if (!event.is_received)
                channels[{static_cast<std::int32_t>(rank), event.partner, event.thread}].sent.push_back(
                    &event);
    return channels;
}

} // namespace

std::vector<ThreadMessage> match_thread_messages(const Trace& trace) {
    Channels channels = sends_of(trace);
    std::vector<MeasuredTimes> measured;
    for (const RankTrace& rank : trace.ranks)
        measured.emplace_back(rank);
    std::vector<ThreadMessage> matched;
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank) {
        const auto receiver = static_cast<std::int32_t>(rank);
        for (const ThreadMessageEvent& event : trace.ranks[rank].thread_messages) {
            if (!event.is_received) continue;
            const auto found = channels.find({event.partner, receiver, event.thread});
            if (found == channels.end() || found->second.received == found->second.sent.size()) continue;
            const ThreadMessageEvent& sent = *found->second.sent[found->second.received++];
            const bool is_measured =
                measured[static_cast<std::size_t>(event.partner)].contains(sent.time_ns) &&
                measured[rank].contains(event.time_ns);
            matched.push_back({sent.time_ns, event.time_ns, sent.bytes, event.partner, receiver, event.thread,
                               is_measured});
        }
    }
    std::sort(matched.begin(), matched.end(), [](const ThreadMessage& a, const ThreadMessage& b) {
        return std::tie(a.sender, a.sent_ns, a.thread, a.receiver) <
               std::tie(b.sender, b.sent_ns, b.thread, b.receiver);
    });
    return matched;
}

Messages with_thread_messages(Messages messages, const std::vector<ThreadMessage>& of_threads) {
    for (const ThreadMessage& message : of_threads)
        messages.matched.push_back({message.sent_ns, message.received_ns, message.bytes, message.sender,
                                    message.receiver, no_event, no_event, message.is_measured});
    std::stable_sort(messages.matched.begin(), messages.matched.end(),
                     [](const Message& a, const Message& b) {
                         return std::tie(a.receiver, a.received_ns) < std::tie(b.receiver, b.received_ns);
                     });
    return messages;
}

} // namespace loop::report
