#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace loop::recording {

// Messages whose senders and receivers both are evenly spaced: from `from` + i `from_step` to `to` + i
// `to_step`, i = 0 .. count - 1. Each is sent `times` times.
struct Messages {
    long long from = 0, from_step = 1;
    long long to = 0, to_step = 1;
    long long count = 1;
    long long bytes = 0; // of one message
    long long times = 1;
    long long place = 0; // index of the receiver in its sender's list

    long long next_from() const { return from + count * from_step; }
    long long next_to() const { return to + count * to_step; }
};

// The messages of all ranks of a group in one call of a construct. If all have the same size, `bytes` of each
// is 1, and the operation has the size.
using Pattern = std::vector<Messages>;

// Builds a pattern from single messages; those of one place come in the order of their senders.
class PatternBuilder {
public:
    void add(long long from, long long to, long long bytes, long long times, long long place);
    Pattern take() { return std::move(pattern_); }

private:
    bool extend(Messages& known, long long from, long long to) const;

    Pattern pattern_;
    std::vector<std::vector<std::size_t>> recent_; // by place: the messages that may continue
};

// Every rank sends to the ranks at these distances, modulo the number of ranks.
Pattern shifts(int ranks, const std::vector<long long>& distances);

// The size of all messages, which become messages of 1 byte; else 1.
long long take_common_size(Pattern& pattern);

std::string text_of(const Pattern& pattern); // as in the file

} // namespace loop::recording
