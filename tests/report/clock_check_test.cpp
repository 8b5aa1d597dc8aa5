#include "findings_support.h"
#include "report/findings/run_conclusions.h"
#include "report/sheet/sections.h"
#include "rounds_of_work.h"
#include "trace/analysis/analysis.h"
#include "trace_builder.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace loop::report;
using namespace loop_tests;

namespace {

constexpr std::int64_t ms = 1'000'000, us = 1000;

/// Four ranks on two hosts: in each of ten rounds, each rank sends to both neighbors in the ring, and
/// receives 10 us later.
Trace ring() {
    TraceBuilder builder(4);
    const auto exchange = builder.site("EXCHANGE", 4);
    for (int rank = 0; rank < 4; ++rank) {
        builder.rank(rank, 0, 50 * ms);
        const int left = (rank + 3) % 4, right = (rank + 1) % 4;
        for (int round = 0; round < 10; ++round) {
            const std::int64_t begin = (1 + 4 * round) * ms;
            builder.enter(begin, exchange).send(begin, left, 8, 1).send(begin, right, 8, 2).wait(begin + us);
            builder.receive(begin + 10 * us, right, 8, 1).receive(begin + 10 * us, left, 8, 2);
            builder.leave(begin + 11 * us);
        }
        builder.trace.ranks[static_cast<std::size_t>(rank)].host = rank < 2 ? "node1" : "node2";
    }
    return builder.trace;
}

void shift(Trace& trace, int rank, std::int64_t ns) {
    RankTrace& own = trace.ranks[static_cast<std::size_t>(rank)];
    own.begin_ns += ns;
    own.end_ns += ns;
    for (Event& event : own.events)
        event.time_ns += ns;
}

std::string text_of(const Trace& trace) {
    return clock_check_text(trace, check_clocks(trace));
}

} // namespace

TEST_CASE("clocks agree if every message is received after it was sent", "[messages]") {
    const Analysis analysis = analyze(ring());
    CHECK(analysis.clocks.agree());
    CHECK(analysis.traffic.transit_ns.count == 80);
    CHECK(analysis.flight.high_water.messages == 8);
    CHECK_FALSE(analysis.path.steps.empty());
}

TEST_CASE("clocks that differ by less than their resolution agree", "[messages]") {
    Trace trace = ring();
    trace.resolution_ns = 1000;
    shift(trace, 1, -10'900);
    CHECK(match_messages(trace).violated > 0);
    CHECK(check_clocks(trace).agree());
    trace.resolution_ns = 800;
    CHECK_FALSE(check_clocks(trace).agree());
}

TEST_CASE("a rank whose clock is off by a millisecond is named", "[messages]") {
    for (const std::int64_t off : {-ms, ms}) {
        Trace trace = ring();
        shift(trace, 2, off);
        const ClockCheck check = check_clocks(trace);
        CHECK(check.ranks == std::vector<int>{2});
        CHECK(check.hosts.empty());
        CHECK(check.messages == 20);
        CHECK(check.by_ns == ms - 10 * us);
        CHECK(check.concerns(trace, 3, 2));
        CHECK_FALSE(check.concerns(trace, 0, 1));
        CHECK(text_of(trace) ==
              "the clock of rank 2 and those of other ranks disagree by at least 990 us: 20 messages were "
              "received before they were sent. Times of different ranks cannot be compared, so late ranks, "
              "the critical path, what bounds the run, messages in flight, and times in transit are unknown; "
              "set `LOOP_TRACE_CLOCK=clock_gettime` for the ranks");
    }
}

TEST_CASE("a host whose clock is off by a millisecond is named", "[messages]") {
    Trace trace = ring();
    shift(trace, 2, -ms);
    shift(trace, 3, -ms);
    const ClockCheck check = check_clocks(trace);
    CHECK(check.hosts == std::vector<std::string>{"node1", "node2"}); // it may be either of two
    CHECK(check.by_ns == ms - 10 * us);
    CHECK(check.concerns(trace, 1, 2));
    CHECK_FALSE(check.concerns(trace, 2, 3));
    CHECK(text_of(trace).find("the clocks of hosts `node1`, `node2` disagree by at least 990 us: ") == 0);
    CHECK(text_of(trace).find("call `\\VISIBLE_SYNC` more often") != std::string::npos);
    trace.clock_source = "OTF2 archive by another tool";
    CHECK(text_of(trace).find("record the program again") != std::string::npos);
}

TEST_CASE("clocks of hosts may differ by the known error of their offsets", "[messages]") {
    Trace trace = ring();
    for (const int rank : {2, 3}) {
        shift(trace, rank, -ms);
        trace.ranks[static_cast<std::size_t>(rank)].clock = {{0, 0, ms}, {50 * ms, 0, ms}};
    }
    CHECK(check_clocks(trace).agree());
    trace.ranks[2].clock[0].bound_ns = trace.ranks[2].clock[1].bound_ns = 10 * us;
    CHECK_FALSE(check_clocks(trace).agree());
}

TEST_CASE("one host among three whose clock is wrong is named", "[messages]") {
    Trace trace = ring();
    trace.ranks[1].host = "node3";
    trace.ranks[3].host = "node1";
    shift(trace, 2, ms);
    CHECK(check_clocks(trace).hosts == std::vector<std::string>{"node2"});
    CHECK(text_of(trace).find("the clock of host `node2` and those of other hosts disagree by ") == 0);
}

TEST_CASE("clocks that were not compared are as good as clocks that disagree", "[messages]") {
    Trace trace = ring();
    trace.ranks[2].clock_is_compared = trace.ranks[3].clock_is_compared = false;
    CHECK(check_clocks(trace).hosts == std::vector<std::string>{"node2"});
    CHECK(text_of(trace).find("it is unknown by how much the clock of host `node2` and those of other hosts "
                              "differ. Times of ") == 0);
}

TEST_CASE("a collective operation ends after all ranks have brought their data", "[messages]") {
    const auto with = [](const char* name, std::int64_t bytes, std::int64_t off_ns) {
        TraceBuilder builder(3);
        const auto call = builder.site(name, 4, SiteKind::Mpi);
        for (int rank = 0; rank < 3; ++rank) {
            builder.rank(rank, 0, 20 * ms);
            for (const int last : {0, 2}) { // the rank that calls 1 us after the others
                const std::int64_t shared = (5 + last) * ms + (rank == 1 ? off_ns : 0);
                builder.enter(shared + (rank == last ? us : 0), call).collective(shared + 10 * us, bytes);
                builder.leave(shared + 10 * us);
            }
        }
        return check_clocks(builder.trace);
    };
    CHECK(with("MPI_Allreduce", 8, 0).agree());
    CHECK(with("MPI_Allreduce", 8, -ms).ranks == std::vector<int>{1});
    CHECK(with("MPI_Allreduce", 8, -ms).by_ns == ms - 9 * us);
    CHECK(with("MPI_Barrier", 0, ms).calls == 4);
    CHECK(with("MPI_Allreduce", 0, ms).agree()); // a library may return at once
    CHECK(with("MPI_Scan", 8, ms).agree());
}

TEST_CASE("lost sends are no sign of wrong clocks", "[messages]") {
    TraceBuilder builder(2);
    builder.rank(0, 0, 100 * us).send(50 * us, 1, 8); // the send before it was lost
    builder.rank(1, 0, 100 * us).receive(20 * us, 0, 8).receive(60 * us, 0, 8);
    CHECK(match_messages(builder.trace).violated == 1);
    CHECK(check_clocks(builder.trace).agree());
}

TEST_CASE("if clocks disagree, nothing is concluded from times of different ranks", "[findings]") {
    Trace trace = rounds_of_work({4, 10, 950, 50, {0, 0, 950}});
    shift(trace, 1, ms);
    const RunDirectory directory = traced(trace);
    const Analysis analysis = analyze(*directory.trace);
    CHECK_FALSE(analysis.clocks.agree());
    CHECK(run_conclusions(directory, &analysis).empty());
    CHECK(analysis.late_partners.longest.rank == no_partner);
    CHECK(analysis.traffic.transit_ns.count == 0);
    const SheetInput input{directory, &analysis};
    CHECK(trace_reservations(input).back() == clock_check_text(trace, analysis.clocks));
    CHECK(figures(input, {"matrix", "traffic", "portrait", "queues"}).size() == 1);
    CHECK(compact_states(input).note.find("longest wait") == std::string::npos);
    CHECK(critical_path_section(input).paragraphs ==
          std::vector<std::string>{"The critical path is unknown: the clocks of the ranks disagree."});
    CHECK_NOTHROW(sheet_document(input));
}

TEST_CASE("if clocks disagree, no messages are said to be in flight", "[findings]") {
    const auto states_of = [](std::int64_t off_ns) {
        Trace trace = rounds_of_messages(4, 10, 100, 900);
        shift(trace, 1, off_ns);
        const RunDirectory directory = traced(trace);
        const Analysis analysis = analyze(*directory.trace);
        return compact_states({directory, &analysis}).note;
    };
    CHECK(states_of(0).find("at most 4 in flight") != std::string::npos);
    CHECK(states_of(ms).find("messages in flight unknown, as the clocks disagree") != std::string::npos);
    CHECK(states_of(ms).find("at most") == std::string::npos);
}
