#include <loop/message_rows.h>

#include <algorithm>

namespace loop::patterns {

namespace {
constexpr std::size_t most_recent = 4;
} // namespace

// Adds a message to messages that are evenly spaced, if it continues them. The second message gives the
// steps: either both ranks move by the same step, or the receiver stays the same.
bool RowBuilder::extend(MessageRow& known, long long from, long long to) {
    if (known.count == 1) {
        const long long step = from - known.from;
        if (step <= 0 || (to - known.to != step && to != known.to)) return false;
        known.from_step = step;
        known.to_step = to - known.to;
    } else if (known.next_from() != from || known.next_to() != to) {
        return false;
    }
    ++known.count;
    return true;
}

void RowBuilder::add(long long from, long long to, long long bytes, long long times, long long place) {
    const auto at = static_cast<std::size_t>(place);
    if (recent_.size() <= at) recent_.resize(at + 1);
    std::vector<std::size_t>& recent = recent_[at];
    for (const bool is_first : {false, true})
        for (const std::size_t index : recent) {
            MessageRow& known = rows_[index];
            if (known.bytes != bytes || known.times != times || (known.count == 1) != is_first) continue;
            if (extend(known, from, to)) return;
        }
    if (recent.size() == most_recent) recent.erase(recent.begin());
    recent.push_back(rows_.size());
    rows_.push_back({from, 1, to, 1, 1, bytes, times, place});
}

MessageRows shifts(int ranks, const std::vector<long long>& distances) {
    MessageRows rows;
    long long place = 0;
    for (const long long distance : distances) {
        const long long by = ((distance % ranks) + ranks) % ranks;
        rows.push_back({0, 1, by, 1, ranks - by, 1, 1, place});
        if (by > 0) rows.push_back({ranks - by, 1, 0, 1, by, 1, 1, place});
        ++place;
    }
    return rows;
}

long long take_common_size(MessageRows& rows) {
    if (rows.empty()) return 1;
    const long long bytes = rows.front().bytes;
    const bool is_common =
        std::all_of(rows.begin(), rows.end(), [&](const MessageRow& each) { return each.bytes == bytes; });
    if (!is_common) return 1;
    for (MessageRow& each : rows)
        each.bytes = 1;
    return bytes;
}

} // namespace loop::patterns
