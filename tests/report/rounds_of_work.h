#pragma once

#include "trace_builder.h"

#include <algorithm>
#include <vector>

/// Rounds in which every rank works in phase "work" (line 3), and all ranks synchronize (line 5). Times are
/// in nanoseconds.
struct RoundsOfWork {
    int ranks = 4, rounds = 10;
    std::int64_t work = 950, sync = 50;
    std::vector<std::int64_t> more_work{}; ///< by rank, in each round; missing ranks have none
    /// In each round, before that: work of rank 0 in phase "alone" (line 7), for which the others wait in a
    /// barrier (line 8).
    std::int64_t alone = 0;
};

inline loop::report::Trace rounds_of_work(const RoundsOfWork& input) {
    TraceBuilder builder(input.ranks);
    const auto work = builder.phase("work", 3), alone = builder.phase("alone", 7);
    const auto sync = builder.site("VISIBLE_SYNC", 5), barrier = builder.site("BARRIER", 8);
    const auto of_rank = [&](int rank) {
        const auto index = static_cast<std::size_t>(rank);
        return input.work + (index < input.more_work.size() ? input.more_work[index] : 0);
    };
    std::int64_t longest = 0;
    for (int rank = 0; rank < input.ranks; ++rank)
        longest = std::max(longest, of_rank(rank) + input.alone);
    const std::int64_t round = longest + input.sync;
    for (int rank = 0; rank < input.ranks; ++rank) {
        builder.rank(rank, 0, round * input.rounds);
        for (std::int64_t begin = 0; begin < round * input.rounds; begin += round) {
            std::int64_t time = begin;
            if (input.alone > 0) {
                if (rank == 0) builder.enter(time, alone).leave(time + input.alone);
                time += input.alone;
                builder.enter(rank == 0 ? time : begin, barrier);
                if (rank != 0) builder.wait(begin).resume(time);
                builder.collective(time, 0).leave(time);
            }
            builder.enter(time, work).leave(time + of_rank(rank));
            time += of_rank(rank);
            builder.enter(time, sync);
            if (time < begin + longest) builder.wait(time).resume(begin + longest);
            builder.collective(begin + round, 0).leave(begin + round);
        }
    }
    return builder.trace;
}

/// In each round, every rank sends to the right at once and waits `transit` for the message of its left
/// neighbor, in \EXCHANGE (line 9); then it computes for `work`, outside all constructs.
inline loop::report::Trace rounds_of_messages(int ranks, int rounds, std::int64_t transit, std::int64_t work,
                                              std::int64_t bytes = 64) {
    TraceBuilder builder(ranks);
    const auto exchange = builder.site("EXCHANGE", 9);
    const std::int64_t round = transit + work;
    for (int rank = 0; rank < ranks; ++rank) {
        builder.rank(rank, 0, round * rounds);
        const int left = (rank + ranks - 1) % ranks;
        for (std::int64_t begin = 0; begin < round * rounds; begin += round)
            builder.enter(begin, exchange)
                .send(begin + 1, (rank + 1) % ranks, bytes)
                .wait(begin + 2, left)
                .receive(begin + transit, left, bytes)
                .leave(begin + transit);
    }
    return builder.trace;
}

/// Each rank works for `work` in phase "turn" (line 3), one after the other; it then sends a token to the
/// next rank, which takes 10 to arrive (line 5).
inline loop::report::Trace turns(int ranks, int rounds, std::int64_t work) {
    constexpr std::int64_t transit = 10;
    TraceBuilder builder(ranks);
    const auto turn = builder.phase("turn", 3), token = builder.site("COMMUNICATE", 5);
    const std::int64_t step = work + transit, end = step * ranks * rounds;
    for (int rank = 0; rank < ranks; ++rank) {
        builder.rank(rank, 0, end - step * (ranks - rank) + work);
        const int from = (rank + ranks - 1) % ranks;
        std::int64_t ended = 0;
        for (int round = 0; round < rounds; ++round) {
            const std::int64_t begin = step * (static_cast<std::int64_t>(ranks) * round + rank);
            if (begin > 0) builder.enter(ended, token).wait(ended, from).receive(begin, from, 8).leave(begin);
            ended = begin + work;
            builder.enter(begin, turn).leave(ended);
            if (ended + transit < end)
                builder.enter(ended, token).send(ended, (rank + 1) % ranks, 8).leave(ended);
        }
    }
    return builder.trace;
}
