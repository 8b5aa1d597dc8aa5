#include "trace/analysis/messages/queues.h"

#include "trace/analysis/messages/message_index.h"
#include "trace/read/parallel.h"

#include <algorithm>

namespace loop::report {

namespace {

/// A message enters or leaves the queue. At equal times, entering comes first, so that every message counts.
struct QueueMovement {
    std::int64_t time_ns;
    std::int64_t bytes;
    bool comes;

    bool operator<(const QueueMovement& other) const {
        return time_ns != other.time_ns ? time_ns < other.time_ns : comes > other.comes;
    }
};

std::vector<QueueMovement> movements(const Message* first, const Message* last) {
    std::vector<QueueMovement> result;
    result.reserve(2 * static_cast<std::size_t>(last - first));
    for (const Message* message = first; message != last; ++message) {
        if (!message->is_measured || message->violated()) continue;
        result.push_back({message->sent_ns, message->bytes, true});
        result.push_back({message->received_ns, message->bytes, false});
    }
    std::sort(result.begin(), result.end());
    return result;
}

void step(QueueLength& length, const QueueMovement& movement) {
    length.messages += movement.comes ? 1 : -1;
    length.bytes += movement.comes ? movement.bytes : -movement.bytes;
}

void raise(QueueLength& highest, const QueueLength& length) {
    highest.messages = std::max(highest.messages, length.messages);
    highest.bytes = std::max(highest.bytes, length.bytes);
}

Queue queue_of(const std::vector<QueueMovement>& movements, const TimeGrid& grid) {
    Queue queue;
    queue.highest.resize(grid.bins);
    QueueLength length;
    std::size_t bin = 0;
    std::int64_t bin_end = grid.bin(0).end_ns;
    const auto go_to = [&](std::int64_t time_ns) {
        while (time_ns >= bin_end && bin + 1 < grid.bins) {
            bin_end = grid.bin(++bin).end_ns;
            raise(queue.highest[bin], length);
        }
    };
    for (const QueueMovement& movement : movements) {
        go_to(grid.breaks.shown(movement.time_ns));
        step(length, movement);
        raise(queue.highest[bin], length);
        if (length.messages > queue.high_water.messages) queue.high_water_at_ns = movement.time_ns;
        raise(queue.high_water, length);
    }
    go_to(grid.shown.end_ns);
    return queue;
}

} // namespace

std::vector<Queue> queues_of(const Trace& trace, const Messages& messages, const TimeGrid& grid) {
    const MessageIndex index(messages, trace.ranks.size());
    std::vector<Queue> queues(trace.ranks.size());
    parallel_for(queues.size(), [&](std::size_t rank) {
        const auto self = static_cast<int>(rank);
        const Message* const all = messages.matched.data();
        queues[rank] =
            queue_of(movements(all + index.first_received(self), all + index.first_received(self + 1)), grid);
    });
    return queues;
}

} // namespace loop::report
