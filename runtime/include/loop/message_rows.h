#pragma once

// The messages of all ranks in one call of a construct. Ranks that do alike make one row, so the messages of
// a million ranks need a few lines. Pure, without MPI.

#include <cstddef>
#include <utility>
#include <vector>

namespace loop::patterns {

// Messages whose senders and receivers both are evenly spaced: from `from` + i `from_step` to `to` + i
// `to_step`, i = 0 .. count - 1. Each is sent `times` times. Ranks count in the group.
struct MessageRow {
    long long from = 0, from_step = 1;
    long long to = 0, to_step = 1;
    long long count = 1;
    long long bytes = 0; // of one message
    long long times = 1;
    long long place = 0; // index of the receiver in its sender's list

    long long next_from() const { return from + count * from_step; }
    long long next_to() const { return to + count * to_step; }
    long long all() const { return count * times; }
};
using MessageRows = std::vector<MessageRow>;

// Calls `visit(i)` for each i = 0 .. count - 1 with first + i step = rank: for the messages of a row that a
// rank sends or receives.
template <class Visit>
void visit_steps(long long first, long long step, long long count, long long rank, Visit visit) {
    if (step == 0) {
        for (long long i = 0; i < count && first == rank; ++i)
            visit(i);
        return;
    }
    const long long away = rank - first;
    if (away % step == 0 && away / step >= 0 && away / step < count) visit(away / step);
}

// Makes rows from single messages; those of one place come in the order of their senders.
class RowBuilder {
public:
    void add(long long from, long long to, long long bytes, long long times, long long place);
    MessageRows take() { return std::move(rows_); }

private:
    static bool extend(MessageRow& known, long long from, long long to);

    MessageRows rows_;
    std::vector<std::vector<std::size_t>> recent_; // by place: the rows that may continue
};

// Every rank sends a message of 1 byte to the ranks at these distances, modulo the number of ranks.
MessageRows shifts(int ranks, const std::vector<long long>& distances);

// The size of all messages, which become messages of 1 byte; 1 if the sizes differ.
long long take_common_size(MessageRows& rows);

} // namespace loop::patterns
