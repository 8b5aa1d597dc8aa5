#include "findings_support.h"
#include "report/document/output_formats.h"
#include "report/findings/time_split.h"
#include "rounds_of_work.h"

#include <catch2/catch.hpp>

using namespace loop::report;
using namespace loop_tests;
namespace formats = loop::formats;

TEST_CASE("a late sender is named, with what it did, although it does not compute longer", "[findings]") {
    // Rank 0 computes for 900 and sends; rank 1 waits for it, then computes for 900 while rank 0 waits.
    TraceBuilder builder(3);
    const auto send = builder.site("MPI_Send", 4, SiteKind::Mpi),
               receive = builder.site("MPI_Recv", 6, SiteKind::Mpi);
    const auto product = builder.site("MATPROD", 2);
    builder.rank(0, 0, 1000)
        .enter(0, product)
        .leave(900)
        .enter(900, send)
        .send(901, 1, 8)
        .send(902, 2, 8)
        .leave(903);
    for (const int rank : {1, 2}) {
        builder.rank(rank, 0, 1850).enter(10, receive).wait(11, 0).receive(910, 0, 8).leave(911);
        builder.enter(911, product).leave(1811);
    }
    const auto found = conclusions_of(builder.trace);
    CHECK(text_of(found, "late-rank").find("Rank 0 is late: other ranks wait for it during ") == 0);
    CHECK(text_of(found, "late-rank").find(" The longest wait for rank 0: rank ") != std::string::npos);
    CHECK(text_of(found, "late-rank").find(", while rank 0 was in \\MATPROD (line 2).") != std::string::npos);
}

TEST_CASE("a rank is not called late if the run does not show why others wait for it", "[findings]") {
    // Rank 0 receives from each of the others in turn, and they wait until it has received.
    TraceBuilder builder(4);
    const auto gather = builder.site("GATHER", 4), sync = builder.site("VISIBLE_SYNC", 5);
    for (int rank = 0; rank < 4; ++rank) {
        builder.rank(rank, 0, 1000).enter(10, gather).leave(rank == 0 ? 900 : 20);
        builder.enter(rank == 0 ? 900 : 20, sync);
        if (rank != 0) builder.wait(25).resume(910);
        builder.collective(920, 0).leave(920);
    }
    CHECK(find(conclusions_of(builder.trace), "late-rank") == nullptr);
}

TEST_CASE("one short wait of many does not explain why others wait for a rank", "[findings]") {
    // Rank 1 waits for rank 0, which is in \MATPROD meanwhile, and then 20 times in which it only sends.
    TraceBuilder builder(2);
    const auto send = builder.site("MPI_Send", 4, SiteKind::Mpi),
               receive = builder.site("MPI_Recv", 6, SiteKind::Mpi);
    const auto product = builder.site("MATPROD", 2);
    builder.rank(0, 0, 1200).enter(0, product).leave(50).enter(50, send).send(52, 1, 8);
    for (int i = 0; i < 20; ++i)
        builder.send(140 + 50 * i, 1, 8);
    builder.leave(1200);
    builder.rank(1, 0, 1200).enter(0, receive).wait(0, 0).receive(54, 0, 8);
    for (int i = 0; i < 20; ++i)
        builder.wait(100 + 50 * i, 0).receive(142 + 50 * i, 0, 8);
    builder.leave(1200);
    CHECK(find(conclusions_of(builder.trace), "late-rank") == nullptr);
}

TEST_CASE("a run without communication is not bound by it", "[findings]") {
    for (const int ranks : {1, 3}) {
        TraceBuilder builder(ranks);
        const auto work = builder.phase("work", 2);
        for (int rank = 0; rank < ranks; ++rank)
            builder.rank(rank, 0, 1000).enter(0, work).leave(rank == 0 ? 900 : 100);
        const auto found = conclusions_of(builder.trace);
        for (const char* id :
             {"bound-by-communication", "bound-by-imbalance", "bound-by-waiting", "late-rank"})
            CHECK(find(found, id) == nullptr);
    }
    // Nor is one rank that sends to itself.
    TraceBuilder builder(1);
    const auto exchange = builder.site("EXCHANGE", 2);
    builder.rank(0, 0, 1000).enter(100, exchange).send(150, 0, 8).receive(300, 0, 8).leave(900);
    CHECK(find(conclusions_of(builder.trace), "bound-by-communication") == nullptr);
}

TEST_CASE("one rank waits for nobody", "[findings]") {
    const auto found = conclusions_of(rounds_of_work({1, 10}));
    CHECK(ids(found) == std::vector<std::string>{"bound-by-computing", "costliest"});
}

TEST_CASE("without data there are no conclusions", "[findings]") {
    CHECK(run_conclusions(RunDirectory{}, nullptr).empty());
    Trace trace;
    trace.ranks.resize(2);
    CHECK(conclusions_of(trace).empty());
    TraceBuilder builder(2);
    CHECK(conclusions_of(builder.rank(0, 0, 0).trace).empty());
}

TEST_CASE("an INVALID run has no conclusions", "[findings]") {
    RunDirectory directory = traced(rounds_of_work({4, 10}));
    directory.run.verdict = loop::formats::Verdict{Word::Invalid, {}};
    const Analysis analysis = analyze(*directory.trace);
    CHECK(run_conclusions(directory, &analysis).empty());
}

TEST_CASE("inside a kernel, only its time is known", "[findings]") {
    TraceBuilder builder(2);
    const auto kernel = builder.site("CLUE", 8);
    for (const int rank : {0, 1})
        builder.rank(rank, 0, 1000).enter(50, kernel).leave(1000);
    const auto found = conclusions_of(builder.trace);
    CHECK(ids(found) == std::vector<std::string>{"costliest"});
    CHECK(found[0].text == "The most time goes into \\CLUE (line 8): 95 % of the run's time; "
                           "what happened in that time was not recorded.");
}

TEST_CASE("time that a trace does not cover is not the cost of host code", "[findings]") {
    TraceBuilder builder(2);
    const auto work = builder.phase("work", 3);
    for (const int rank : {0, 1}) {
        builder.rank(rank, 0, 1000).enter(0, work).leave(80);
        builder.trace.ranks[static_cast<std::size_t>(rank)].gaps = {{100, 1000}};
    }
    const auto found = conclusions_of(builder.trace);
    CHECK(ids(found) == std::vector<std::string>{"costliest"});
    CHECK(found[0].text == "The trace covers only 10 % of the measured time. The most time goes into phase "
                           "\"work\" (line 3): 8.0 % of the run's time (all computing).");
    builder.trace.ranks[1].present = false; // rank 1 has no trace
    CHECK(conclusions_of(builder.trace)[0].text.find("into phase \"work\" (line 3): ") != std::string::npos);
    Trace nothing = TraceBuilder(2).rank(0, 0, 1000).rank(1, 0, 1000).trace;
    for (RankTrace& rank : nothing.ranks)
        rank.gaps = {{0, 1000}};
    CHECK(conclusions_of(nothing).empty());
}

TEST_CASE("host code that never computes is not after anything", "[findings]") {
    TraceBuilder builder(2);
    const auto sync = builder.site("VISIBLE_SYNC", 5);
    for (const int rank : {0, 1})
        builder.rank(rank, 0, 1000).wait(0).resume(900).enter(900, sync).collective(1000, 0).leave(1000);
    CHECK(text_of(conclusions_of(builder.trace), "costliest") ==
          "The most time goes into host code: 90 % of the run's time (all waiting).");
}

TEST_CASE("a phase counts without the constructs inside it", "[findings]") {
    TraceBuilder builder(2);
    const auto solve = builder.phase("solve", 3), exchange = builder.site("EXCHANGE", 4);
    for (const int rank : {0, 1})
        builder.rank(rank, 0, 1000).enter(0, solve).enter(500, exchange).leave(900).leave(900);
    CHECK(text_of(conclusions_of(builder.trace), "costliest") ==
          "The most time goes into phase \"solve\" (line 3) itself, without the constructs inside it: 50 % "
          "of the run's time"
          " (all computing).");
}

TEST_CASE("waiting for ranks that compute longer is not the cost of messages", "[findings]") {
    // Rank 0 computes for 900 and sends 100 messages in 100; rank 1 waits for the first one.
    TraceBuilder builder(3);
    const auto exchange = builder.site("EXCHANGE", 4);
    builder.rank(0, 0, 1000).enter(900, exchange);
    for (int i = 0; i < 100; ++i)
        builder.send(900 + i, 1 + i % 2, 8);
    builder.leave(1000);
    for (const int rank : {1, 2}) {
        builder.rank(rank, 0, 1010).enter(0, exchange).wait(0, 0);
        for (int i = rank - 1; i < 100; i += 2)
            builder.receive(905 + i, 0, 8);
        builder.leave(1010);
    }
    const auto found = conclusions_of(builder.trace);
    CHECK(found[0].id == "bound-by-serial-part");
    CHECK(text_of(found, "small-messages") == "no small-messages");
}

TEST_CASE("threads that communicate do not compute", "[findings]") {
    using Doing = ThreadEvent::State;
    TraceBuilder builder(2);
    const auto threads = builder.site("THREADS", 7);
    for (const int rank : {0, 1}) {
        builder.rank(rank, 0, 1000).enter(0, threads).leave(1000);
        // Thread 0 has nothing to do, and waits for thread 1 at the end.
        builder.trace.ranks[static_cast<std::size_t>(rank)].threads = {{0, 0, Doing::Busy},
                                                                       {10, 0, Doing::Ended},
                                                                       {0, 1, Doing::Busy},
                                                                       {50, 1, Doing::Communicating},
                                                                       {1000, 1, Doing::Ended}};
    }
    const auto found = conclusions_of(builder.trace);
    CHECK(ids(found) == std::vector<std::string>{"bound-by-mpi-calls", "costliest"});
    CHECK(found[1].text == "The most time goes into \\THREADS (line 7): 100 % of the time of all "
                           "ranks (95 % inside MPI, 5.0 % computing).");
    for (RankTrace& rank : builder.trace.ranks)
        rank.threads = {
            {0, 0, Doing::Busy}, {10, 0, Doing::Ended}, {0, 1, Doing::Busy}, {1000, 1, Doing::Ended}};
    CHECK(conclusions_of(builder.trace)[0].id == "bound-by-computing");
}

TEST_CASE("access to files is not called messages", "[findings]") {
    TraceBuilder builder(2);
    const auto main = builder.site("", 0, SiteKind::Region, "main");
    const auto write = builder.site("MPI_File_write_all", 0, SiteKind::Mpi);
    for (const int rank : {0, 1})
        builder.rank(rank, 0, 1000).enter(0, main).enter(300, write).leave(1000).leave(1000);
    const auto found = conclusions_of(builder.trace);
    CHECK(ids(found) == std::vector<std::string>{"bound-by-mpi-calls", "costliest", "costliest-computing"});
    CHECK(found[0].text ==
          "Time in MPI bounds the run: MPI calls that are not recorded in detail (files, "
          "one-sided communication, communicators, threads) take 70 % of an average rank's time, where "
          "ranks may also wait for one another. "
          "An average rank computes for 30 % of it.");
    CHECK(found[1].text == "The most time goes into MPI_File_write_all: 70 % of the time of all "
                           "ranks (all inside MPI).");
    CHECK(found[2].text == "Of the computing, the most goes into main itself, without the functions that it "
                           "calls: 30 % of the time of all ranks (all computing).");
}

TEST_CASE("where ranks wait in calls that are not recorded, the path says nothing", "[findings]") {
    // Three of four ranks wait for rank 2, which the trace does not show; rank 0 is the last to end.
    TraceBuilder builder(4);
    const auto work = builder.site("WORK", 1), window = builder.site("MPI_Win_wait", 2, SiteKind::Mpi);
    for (int rank = 0; rank < 4; ++rank) {
        const std::int64_t own = rank == 2 ? 900 : 300, end = rank == 0 ? 1001 : 1000;
        builder.rank(rank, 0, end).enter(0, work).leave(own).enter(own, window).leave(end);
    }
    const auto found = conclusions_of(builder.trace);
    CHECK(found[0].text.find("take 55 % of an average rank's time") != std::string::npos);
    CHECK(found[0].text.find("critical path") == std::string::npos);
    CHECK(found[1].text.find("of the time of all ranks") != std::string::npos);
}

TEST_CASE("the parts of the run's time add up", "[findings]") {
    RoundsOfWork serial;
    serial.alone = 300;
    for (const Trace& trace :
         {rounds_of_work({4, 10}), rounds_of_work({5, 3, 950, 50, {0, 100, 950}}), rounds_of_work(serial),
          rounds_of_messages(4, 50, 800, 200), turns(4, 10, 1000)}) {
        const Analysis analysis = analyze(trace);
        const auto split = time_split(analysis);
        REQUIRE(split);
        CHECK(split->computing_ns + split->imbalance_ns + split->in_turn_ns + split->communication_ns ==
              Approx(split->whole_ns));
        CHECK(split->whole_ns == static_cast<double>(analysis.path.length_ns));
    }
}

TEST_CASE("the times in sites add up to the measured time, and each instant counts once", "[findings]") {
    const Trace trace = rounds_of_work({4, 10, 950, 50, {0, 0, 950}});
    const Analysis analysis = analyze(trace);
    StateTimes sum = analysis.site_times.host_code;
    for (const StateTimes& times : analysis.site_times.by_site)
        sum += times;
    CHECK(sum.ns == analysis.times.ns);
    CHECK(analysis.site_times.by_site[0].of(State::Busy) == 10 * (3 * 950 + 1900));
    CHECK(analysis.site_times.calls == std::vector<std::uint64_t>{40, 0, 40, 0});
}

namespace {

/// Rank 0 sends a message of each of these sizes in \SEND (line 2), which takes 10 and a hundredth of a
/// nanosecond for each byte; rank 1 answers with 8 bytes, which take 10. Before it sends, a rank takes 5.
Trace answered(const std::vector<std::int64_t>& sizes) {
    std::int64_t end = 0;
    for (const std::int64_t size : sizes)
        end += 30 + size / 100;
    TraceBuilder builder(2);
    const auto send = builder.site("SEND", 2);
    for (const int rank : {0, 1}) {
        builder.rank(rank, 0, end);
        std::int64_t now = 0;
        for (const std::int64_t size : sizes) {
            const std::int64_t sent = now + 5, came = sent + 10 + size / 100, next = came + 15;
            builder.enter(now, send);
            if (rank == 0)
                builder.send(sent, 1, size).wait(sent, 1).receive(next, 1, 8);
            else
                builder.wait(now, 0).receive(came, 0, size).send(came + 5, 0, 8);
            builder.leave(rank == 0 ? next : came + 5);
            now = next;
        }
    }
    return builder.trace;
}

std::string costliest_of(const std::vector<std::int64_t>& sizes) {
    return text_of(conclusions_of(answered(sizes)), "costliest");
}

} // namespace

TEST_CASE("messages of the size that costs most are named beside others", "[findings]") {
    const std::string of_large =
        " Its messages of 19.5 KiB, 3 of 12, are in transit for 81 % of the run's time.";
    CHECK(costliest_of({20'000, 8, 20'000, 8, 20'000, 8}).find(of_large) != std::string::npos);
    CHECK(costliest_of({20'000}).find(" Its messages of 19.5 KiB, 1 of 2, ") != std::string::npos);
    // All of one size; and two sizes of which none makes up most of the time.
    CHECK(costliest_of({8, 8, 8}).find("Its messages") == std::string::npos);
    CHECK(costliest_of({1000, 8, 1200, 8, 1400, 8}).find("Its messages") == std::string::npos);
}
