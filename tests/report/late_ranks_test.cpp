// Which ranks stand out, among how many, and when that is not said.
#include "rounds_of_work.h"
#include "said_of_trace.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace loop::report;
using loop_tests::said_of_trace;

namespace {

std::string late_text(const Trace& trace) {
    const auto said = said_of_trace(trace);
    return said.count("late-rank") != 0 ? said.at("late-rank").text : "";
}

/// Ranks that compute twice as long as the others.
Trace with_slow(int ranks, const std::vector<std::size_t>& slow) {
    std::vector<std::int64_t> more(static_cast<std::size_t>(ranks));
    for (const std::size_t rank : slow)
        more[rank] = 950;
    return rounds_of_work({ranks, 10, 950, 50, more});
}

/// `late` computes for 900 and sends to each other rank, which waits for it and computes for 900 then.
Trace late_sender(int ranks, int late) {
    TraceBuilder builder(ranks);
    const auto send = builder.site("MPI_Send", 4, SiteKind::Mpi),
               receive = builder.site("MPI_Recv", 6, SiteKind::Mpi);
    const auto product = builder.site("MATPROD", 2);
    for (int rank = 0; rank < ranks; ++rank) {
        if (rank != late) {
            builder.rank(rank, 0, 1850).enter(10, receive).wait(11, late).receive(910, late, 8).leave(911);
            builder.enter(911, product).leave(1811);
            continue;
        }
        builder.rank(rank, 0, 1000).enter(0, product).leave(900).enter(900, send);
        for (int to = 0; to < ranks; ++to)
            if (to != late) builder.send(901, to, 8);
        builder.leave(903);
    }
    return builder.trace;
}

} // namespace

TEST_CASE("two slow ranks are both named, at most a third of all", "[findings]") {
    CHECK(late_text(with_slow(6, {1, 4})).find("Ranks 1 and 4 are late: they compute 2.0 times") == 0);
    CHECK(late_text(with_slow(5, {1, 4})).empty());
    CHECK(late_text(with_slow(6, {0, 1, 4})).empty());
    CHECK(late_text(with_slow(2, {1})).find("Rank 1 is late: ") == 0);
    CHECK(late_text(with_slow(2, {0, 1})).empty());
}

TEST_CASE("a late sender is named, whichever rank it is", "[findings]") {
    for (const int late : {0, 1, 3}) {
        const std::string name = "Rank " + std::to_string(late);
        CHECK(late_text(late_sender(4, late)).find(name + " is late: other ranks wait for it during ") == 0);
    }
}

TEST_CASE("ranks that only communicate in a warm-up do not wait for each other", "[findings]") {
    const auto trace = [](bool is_warm_up) {
        TraceBuilder builder(3);
        const auto sync = builder.site("BARRIER", 2);
        const auto work = builder.site("WORK", 3);
        for (int rank = 0; rank < 3; ++rank) {
            builder.rank(rank, 0, 2000);
            if (is_warm_up) builder.excluded_from(0);
            builder.enter(0, sync).collective(10, 0).leave(10);
            if (is_warm_up) builder.included(10);
            builder.enter(10, work).leave(rank == 0 ? 1900 : 900);
            if (rank != 0) builder.wait(900).resume(1900); // in host code
        }
        return builder.trace;
    };
    const auto said = said_of_trace(trace(true));
    CHECK(said.count("bound-by-imbalance") == 1); // rank 0 does compute longer
    CHECK(said.count("bound-by-communication") == 0);
    CHECK(said.count("bound-by-serial-part") == 0);
    CHECK(late_text(trace(true)).empty());
    CHECK(late_text(trace(false)).find("Rank 0 is late") == 0);
}
