#pragma once

#include "trace/read/read_trace.h"
#include "trace_builder.h"

#include <catch2/catch.hpp>

/// What the tests of the trace reader share.
namespace loop_tests {

using namespace loop::report;

/// Two ranks that exchange messages of several sizes in a phase; contains every kind of event.
inline Trace two_ranks() {
    TraceBuilder builder(2);
    const auto phase = builder.phase("sweep", 3);
    const auto exchange = builder.site("EXCHANGE", 4);
    const auto product = builder.site("MATPROD", 5);
    for (int rank = 0; rank < 2; ++rank) {
        const int other = 1 - rank;
        builder.rank(rank, 10 * rank, 1000 + rank).enter(20, phase);
        for (int i = 0; i < 3; ++i) {
            const std::int64_t t = 100 + 200 * i + rank;
            builder.enter(t, exchange).excluded(t + 1, t + 9).send(t + 10, other, 100 * i, -7 + i);
            builder.add(t + 12, EventKind::Post, other, 100 * i, -7 + i).wait(t + 20, other);
            builder.receive(t + 50, other, 100 * i, -7 + i).leave(t + 60);
            builder.enter(t + 70, product).leave(t + 90);
        }
        builder.wait(800).resume(810).collective(811, 8, 1).add(900, EventKind::Mark, -1, -5);
        builder.leave(950);
    }
    return builder.trace;
}

inline void check_same(const Event& read, const Event& made) {
    CHECK(read.time_ns == made.time_ns);
    CHECK(read.kind == made.kind);
    CHECK(read.site == made.site);
    CHECK(read.partner == made.partner);
    CHECK(read.bytes == made.bytes);
    CHECK(read.tag == made.tag);
    CHECK(read.communicator == made.communicator);
}

inline void check_same(const Trace& read, const Trace& made) {
    REQUIRE(read.ranks.size() == made.ranks.size());
    for (std::size_t rank = 0; rank < made.ranks.size(); ++rank) {
        CHECK(read.ranks[rank].present);
        CHECK(read.ranks[rank].begin_ns == made.ranks[rank].begin_ns);
        CHECK(read.ranks[rank].end_ns == made.ranks[rank].end_ns);
        REQUIRE(read.ranks[rank].events.size() == made.ranks[rank].events.size());
        for (std::size_t i = 0; i < made.ranks[rank].events.size(); ++i)
            check_same(read.ranks[rank].events[i], made.ranks[rank].events[i]);
    }
}

inline std::string all_problems(const Trace& trace) {
    std::string text;
    for (const std::string& problem : trace.problems)
        text += problem + "\n";
    return text;
}

} // namespace loop_tests
