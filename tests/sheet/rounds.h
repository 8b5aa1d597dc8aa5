#pragma once

#include "trace_builder.h"

/// Rounds of a ring, each in a phase: every rank computes, sends to the right, and waits for its left
/// neighbor.
inline loop::report::Trace rounds(int ranks, int count, const std::string& phase_name = "rounds") {
    TraceBuilder builder(ranks);
    const auto phase = builder.phase(phase_name, 3);
    const auto exchange = builder.site("EXCHANGE", 5);
    for (int rank = 0; rank < ranks; ++rank) {
        builder.rank(rank, 0, 1000LL * count + 100).enter(0, phase);
        for (int round = 0; round < count; ++round) {
            const std::int64_t begin = 1000LL * round + 10LL * rank;
            builder.enter(begin + 300, exchange).send(begin + 310, (rank + 1) % ranks, 64, 5);
            builder.wait(begin + 320, (rank + ranks - 1) % ranks);
            builder.receive(begin + 700, (rank + ranks - 1) % ranks, 64, 5).leave(begin + 720);
        }
        builder.leave(1000LL * count + 50);
    }
    return builder.trace;
}
