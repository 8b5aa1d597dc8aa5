#include "base/schedule/pattern_counts.h"

#include <map>

namespace loop::schedule {

namespace {

/// Patterns with fewer messages are counted one by one.
constexpr long long few = 256;

/// The members are first, first + step, ... ; 0 if they are not evenly spaced.
long long step_of(const int* members, std::size_t count) {
    if (count < 2) return 1;
    const int step = members[1] - members[0];
    for (std::size_t i = 2; i < count; ++i)
        if (members[i] - members[i - 1] != step) return 0;
    return step;
}

/// The indices i for which first + i step < half: [begin, end).
struct Interval {
    long long begin, end;
    long long size() const { return end - begin; }
};

Interval below(long long half, long long first, long long step, long long count) {
    if (step == 0) return {0, first < half ? count : 0};
    if (step > 0) return {0, first >= half ? 0 : std::min(count, (half - 1 - first) / step + 1)};
    return {first < half ? 0 : std::min(count, (first - half) / -step + 1), count};
}

void add_group(const Pattern& pattern, const int* members, std::size_t count, Pattern& all) {
    const long long step = step_of(members, count);
    for (const Messages& each : pattern) {
        if (step != 0) {
            all.push_back({members[each.from], each.from_step * step, members[each.to], each.to_step * step,
                           each.count, each.bytes, each.times, each.place});
            continue;
        }
        for (long long i = 0; i < each.count; ++i)
            all.push_back({members[each.from + i * each.from_step], 1, members[each.to + i * each.to_step], 1,
                           1, each.bytes, each.times, each.place});
    }
}

} // namespace

Pattern among_ranks(const Pattern& pattern, const Groups* groups) {
    if (groups == nullptr) return pattern;
    Pattern all;
    for (std::size_t first = 0; first < groups->members.size(); first += groups->size)
        add_group(pattern, groups->members.data() + first, groups->size, all);
    return all;
}

void RankValues::add(long long first, long long step, long long count, long long value) {
    if (step == 0) return add_range(first, 1, count * value);
    if (step == 1) return add_range(first, count, value);
    if (step == -1) return add_range(first - count + 1, count, value);
    for (long long i = 0; i < count; ++i)
        add_range(first + i * step, 1, value);
}

void RankValues::add_range(long long first, long long count, long long value) {
    steps_.at(static_cast<std::size_t>(first)) += value;
    steps_.at(static_cast<std::size_t>(first + count)) -= value;
}

std::vector<long long> RankValues::values() const {
    std::vector<long long> all;
    all.reserve(steps_.size());
    long long value = 0;
    for (std::size_t rank = 0; rank + 1 < steps_.size(); ++rank)
        all.push_back(value += steps_[rank]);
    return all;
}

long long crossings(const Messages& messages, long long half) {
    const Interval from = below(half, messages.from, messages.from_step, messages.count);
    const Interval to = below(half, messages.to, messages.to_step, messages.count);
    const long long both = std::max(0LL, std::min(from.end, to.end) - std::max(from.begin, to.begin));
    return from.size() + to.size() - 2 * both;
}

long long largest_h(const Pattern& pattern, int ranks) {
    long long count = 0;
    for (const Messages& each : pattern)
        count += each.count;
    long long most = 0;
    if (count <= few) {
        std::map<long long, long long> sent, received;
        for (const Messages& each : pattern)
            for (long long i = 0; i < each.count; ++i) {
                const long long bytes = each.bytes * each.times;
                most = std::max({most, sent[each.from + i * each.from_step] += bytes,
                                 received[each.to + i * each.to_step] += bytes});
            }
        return most;
    }
    RankValues sent(ranks), received(ranks);
    for (const Messages& each : pattern) {
        sent.add(each.from, each.from_step, each.count, each.bytes * each.times);
        received.add(each.to, each.to_step, each.count, each.bytes * each.times);
    }
    for (const RankValues* values : {&sent, &received})
        for (const long long bytes : values->values())
            most = std::max(most, bytes);
    return most;
}

} // namespace loop::schedule
