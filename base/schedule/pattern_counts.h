#pragma once

#include "base/schedule/schedule.h"

#include <algorithm>
#include <limits>
#include <vector>

/// What one pattern sends, without visiting its messages one by one where they are evenly spaced.
namespace loop::schedule {

/// The same messages between ranks in all groups, of which the pattern has numbers. `groups` may be null: the
/// numbers are ranks.
Pattern among_ranks(const Pattern& pattern, const Groups* groups);

/// Values by rank, to which a value is added for many ranks at once.
class RankValues {
public:
    explicit RankValues(int ranks) : steps_(static_cast<std::size_t>(ranks) + 1) {}
    void add(long long first, long long step, long long count, long long value);
    std::vector<long long> values() const;

private:
    void add_range(long long first, long long count, long long value);

    std::vector<long long> steps_; ///< differences between neighboring ranks
};

/// How many of these messages have one end below `half` and the other one not.
long long crossings(const Messages& messages, long long half);

/// The most bytes that a rank sends or receives, the larger of both.
long long largest_h(const Pattern& pattern, int ranks);

/// Calls `visit(row, column, count)` for runs of messages that lie in the same blocks of `block` ranks.
template <typename Visit>
void visit_blocks(const Messages& messages, long long block, Visit visit) {
    const auto until_left = [block](long long at, long long step) {
        if (step == 0) return std::numeric_limits<long long>::max();
        return step > 0 ? (block - 1 - at % block) / step + 1 : at % block / -step + 1;
    };
    for (long long i = 0; i < messages.count;) {
        const long long from = messages.from + i * messages.from_step;
        const long long to = messages.to + i * messages.to_step;
        const long long run = std::min(
            {messages.count - i, until_left(from, messages.from_step), until_left(to, messages.to_step)});
        visit(static_cast<std::size_t>(from / block), static_cast<std::size_t>(to / block), run);
        i += run;
    }
}

/// Calls `visit(offset, count)` for the distances from senders to receivers.
template <typename Visit>
void visit_offsets(const Messages& messages, Visit visit) {
    const long long step = messages.to_step - messages.from_step;
    const long long first = messages.to - messages.from;
    if (step == 0) return visit(first, messages.count);
    for (long long i = 0; i < messages.count; ++i)
        visit(first + i * step, 1);
}

} // namespace loop::schedule
