#include "report/viewer/thread_columns.h"

#include <loop/varint.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t most_thread_rows = 2048; // of ranks and threads together

void add(Chunk& chunk, Column column, std::int64_t value) {
    add_varint(chunk.columns[static_cast<std::size_t>(column)], static_cast<std::uint64_t>(value));
}

} // namespace

ThreadColumns::ThreadColumns(const Analysis& analysis, TimeRange range)
    : analysis_(analysis), range_(range), shown_(shown_threads(analysis.threads, most_thread_rows)) {}

/// The first one is at the begin of the range.
std::vector<StateChange> ThreadColumns::changes(std::size_t rank, std::size_t thread) const {
    const RankStates& states = analysis_.threads[rank][thread].states;
    std::vector<StateChange> changes{{range_.begin_ns, state_at(states, range_.begin_ns)}};
    const auto first = std::upper_bound(
        states.changes.begin(), states.changes.end(), range_.begin_ns,
        [](std::int64_t time_ns, const StateChange& change) { return time_ns < change.time_ns; });
    for (auto change = first; change != states.changes.end() && change->time_ns < range_.end_ns; ++change)
        changes.push_back(*change);
    return changes;
}

std::vector<const ThreadMessage*> ThreadColumns::messages(std::size_t rank) const {
    const auto sender = static_cast<std::int32_t>(rank);
    std::vector<const ThreadMessage*> list;
    const auto first =
        std::partition_point(analysis_.thread_messages.begin(), analysis_.thread_messages.end(),
                             [&](const ThreadMessage& message) { return message.sender < sender; });
    for (auto message = first; message != analysis_.thread_messages.end() && message->sender == sender;
         ++message) {
        const auto thread = static_cast<std::size_t>(message->thread);
        const auto is_shown = [&](std::int32_t of_rank) {
            return thread <= shown_.of_rank[static_cast<std::size_t>(of_rank)];
        };
        if (message->sent_ns >= range_.begin_ns && message->sent_ns <= range_.end_ns &&
            is_shown(message->sender) && is_shown(message->receiver))
            list.push_back(&*message);
    }
    return list;
}

std::vector<std::int64_t> ThreadColumns::times(std::size_t rank) const {
    std::vector<std::int64_t> times;
    for (std::size_t thread = 0; thread < shown_.of_rank[rank]; ++thread)
        for (const StateChange& change : changes(rank, thread))
            times.push_back(change.time_ns);
    for (const ThreadMessage* const message : messages(rank))
        times.push_back(message->sent_ns);
    return times;
}

void ThreadColumns::write(Chunk& chunk, RankCounts& counts, std::size_t rank) const {
    counts.threads = shown_.of_rank[rank];
    for (std::size_t thread = 0; thread < counts.threads; ++thread) {
        const auto list = changes(rank, thread);
        add(chunk, Column::ThreadChanges, static_cast<std::int64_t>(list.size()));
        std::int64_t last = range_.begin_ns;
        for (const StateChange& change : list) {
            add(chunk, Column::ThreadTime, change.time_ns - last);
            add(chunk, Column::ThreadState, static_cast<std::int64_t>(change.state));
            last = change.time_ns;
        }
    }
    std::int64_t last = range_.begin_ns;
    for (const ThreadMessage* const message : messages(rank)) {
        add(chunk, Column::ThreadMessageThread, message->thread);
        add(chunk, Column::ThreadMessageTime, message->sent_ns - last);
        add_signed_varint(chunk.columns[static_cast<std::size_t>(Column::ThreadMessageTransit)],
                          message->received_ns - message->sent_ns);
        add(chunk, Column::ThreadMessageReceiver, message->receiver);
        add(chunk, Column::ThreadMessageBytes, message->bytes);
        last = message->sent_ns;
        ++counts.thread_messages;
    }
}

} // namespace loop::report
