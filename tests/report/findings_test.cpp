#include "report/document/output_formats.h"
#include "report/findings/communication.h"
#include "report/findings/impossible_rates.h"
#include "report/findings/run_conclusions.h"
#include "report/findings/time_split.h"
#include "report/findings/wording.h"
#include "report/sheet/sections.h"
#include "rounds_of_work.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace loop::report;
namespace formats = loop::formats;

namespace {

RunDirectory traced(Trace trace) {
    RunDirectory directory;
    directory.run.source.file = "t.loop";
    directory.run.ranks = static_cast<int>(trace.ranks.size());
    directory.trace = std::move(trace);
    return directory;
}

std::vector<Conclusion> conclusions_of(const Trace& trace) {
    const RunDirectory directory = traced(trace);
    const Analysis analysis = analyze(*directory.trace);
    return run_conclusions(directory, &analysis);
}

/// The ids, in their order.
std::vector<std::string> ids(const std::vector<Conclusion>& conclusions) {
    std::vector<std::string> result;
    for (const Conclusion& conclusion : conclusions)
        result.push_back(conclusion.id);
    return result;
}

/// Null if there is none.
const Conclusion* find(const std::vector<Conclusion>& conclusions, const std::string& id) {
    const auto found = std::find_if(conclusions.begin(), conclusions.end(),
                                    [&](const Conclusion& conclusion) { return conclusion.id == id; });
    return found == conclusions.end() ? nullptr : &*found;
}

std::string text_of(const std::vector<Conclusion>& conclusions, const std::string& id) {
    const Conclusion* found = find(conclusions, id);
    return found == nullptr ? "no " + id : found->text;
}

} // namespace

TEST_CASE("a balanced run is bound by computing, and no rank is late", "[findings]") {
    const auto found = conclusions_of(rounds_of_work({4, 10}));
    CHECK(ids(found) == std::vector<std::string>{"bound-by-computing", "costliest"});
    CHECK(found[0].text == "Computing bounds the run: it takes 95 % of the run's time. Communication takes "
                           "5.0 %.");
    CHECK(found[0].figure.number == Approx(95).margin(0.5));
    CHECK(found[1].text == "The most time goes into phase \"work\" (line 3): 95 % of the run's time (all "
                           "computing).");
    CHECK(found[1].line == 3);
}

TEST_CASE("a slow rank is named, with its phase and line", "[findings]") {
    // Rank 2 works twice as long: 1900 + 50 per round instead of 950 + 50.
    const auto found = conclusions_of(rounds_of_work({4, 10, 950, 50, {0, 0, 950}}));
    CHECK(ids(found) == std::vector<std::string>{"bound-by-imbalance", "costliest", "late-rank"});
    CHECK(found[0].text == "Load imbalance slows the run: it costs up to 37 % of its time, because rank 2 "
                           "computes longer than the others. An average rank computes for 61 % of it.");
    CHECK(text_of(found, "late-rank") == "Rank 2 is late: it computes 2.0 times as long as the other ranks "
                                         "on average, 9.50 us (49 % of the run's time) "
                                         "longer, all of that in phase \"work\" (line 3).");
    CHECK(find(found, "late-rank")->line == 3);
    // The others wait for it, but that is not what costs: on the critical path, rank 2 computes.
    CHECK(text_of(found, "costliest") ==
          "The most time goes into phase \"work\" (line 3): 97 % of the run's time (all computing).");
}

TEST_CASE("a slow rank among 64 is named", "[findings]") {
    std::vector<std::int64_t> more(64);
    more[37] = 950;
    const auto found = conclusions_of(rounds_of_work({64, 5, 950, 50, more}));
    CHECK(found[0].id == "bound-by-imbalance");
    CHECK(text_of(found, "late-rank").find("Rank 37 is late: it computes 2.0 times as long") == 0);
}

TEST_CASE("several slow ranks are named together; half of the ranks are not", "[findings]") {
    std::vector<std::int64_t> more(64);
    for (std::size_t rank = 8; rank < 12; ++rank)
        more[rank] = 950;
    CHECK(text_of(conclusions_of(rounds_of_work({64, 5, 950, 50, more})), "late-rank") ==
          "Ranks 8 to 11 are late: they compute 2.0 times as long as the other ranks on average, 4.75 us "
          "longer (49 % of "
          "the run's time).");
    std::fill(more.begin(), more.begin() + 32, 950);
    CHECK(find(conclusions_of(rounds_of_work({64, 5, 950, 50, more})), "late-rank") == nullptr);
}

TEST_CASE("a serial part is not mistaken for a slow rank", "[findings]") {
    RoundsOfWork input;
    input.alone = 950;
    const auto found = conclusions_of(rounds_of_work(input));
    CHECK(found[0].id == "bound-by-serial-part");
    CHECK(found[0].text ==
          "A serial part slows the run: for 49 % of its time, rank 0 computes alone, in phase "
          "\"alone\" (line 7), and the other ranks wait.");
    CHECK(found[0].line == 7);
    CHECK(text_of(found, "late-rank") == "no late-rank"); // the same rank, for the same reason
}

TEST_CASE("a serial part bounds a run only if it takes more time than computing does", "[findings]") {
    // Rank 0 computes for 400 alone, and as all others for 600 then.
    RoundsOfWork input;
    input.work = 600;
    input.alone = 400;
    CHECK(conclusions_of(rounds_of_work(input))[0].text.find(
              "A serial part slows the run: for 38 % of its time, rank 0 computes alone, ") == 0);
}

TEST_CASE("a rank computes alone only while no other rank computes", "[findings]") {
    TraceBuilder builder(3);
    const auto long_work = builder.site("WORK", 3), work = builder.site("WORK", 4),
               sync = builder.site("BARRIER", 5);
    const auto conclusion_of = [&](std::int64_t others) {
        for (const int rank : {0, 1, 2}) {
            builder.rank(rank, 0, 1000)
                .enter(0, rank == 0 ? long_work : work)
                .leave(rank == 0 ? 900 : others);
            builder.enter(rank == 0 ? 900 : others, sync).wait(rank == 0 ? 900 : others).resume(900);
            builder.collective(905, 0).leave(910);
        }
        return conclusions_of(builder.trace)[0];
    };
    // Of the 900 of rank 0, the others compute during 500: it computes longer, but not alone.
    CHECK(conclusion_of(500).id == "bound-by-imbalance");
    builder = TraceBuilder(3);
    builder.site("WORK", 3), builder.site("WORK", 4), builder.site("BARRIER", 5);
    CHECK(conclusion_of(100).text.find(
              "for 80 % of its time, rank 0 computes alone, in \\WORK (line 3), and the "
              "other ranks wait.") != std::string::npos);
    builder = TraceBuilder(3);
    builder.site("WORK", 3), builder.site("WORK", 4), builder.site("BARRIER", 5);
    CHECK(conclusion_of(800).id != "bound-by-serial-part"); // they feel the delay, but compute nearly as long
}

TEST_CASE("a rank that computes after the others have ended is not one that they wait for", "[findings]") {
    TraceBuilder builder(3);
    const auto work = builder.site("WORK", 3), last = builder.site("WORK", 7),
               sync = builder.site("BARRIER", 5);
    for (int rank = 0; rank < 3; ++rank) {
        builder.rank(rank, 0, rank == 0 ? 1000 : 300).enter(0, work).leave(100);
        builder.enter(100, sync).collective(110, 0).leave(110);
        builder.enter(110, work).leave(300);
        if (rank == 0) builder.enter(300, last).leave(1000);
    }
    const auto found = conclusions_of(builder.trace);
    CHECK(
        found[0].text.find("rank 0 computes alone, in \\WORK (line 7), after the other ranks have ended.") !=
        std::string::npos);
    CHECK(text_of(found, "late-rank") == "no late-rank");
}

TEST_CASE("several ranks that compute longer do not compute alone", "[findings]") {
    // Ranks 0 to 7 of 64 have all the work: on average, the other ranks of rank 0 have little.
    std::vector<std::int64_t> more(64);
    std::fill(more.begin(), more.begin() + 8, 950);
    const auto found = conclusions_of(rounds_of_work({64, 5, 0, 50, more}));
    CHECK(found[0].text.find("Load imbalance bounds the run: ") == 0);
    CHECK(text_of(found, "late-rank").find("Ranks 0 to 7 are late: ") == 0);
}

TEST_CASE("messages in transit bound a run, and no rank is late", "[findings]") {
    const auto found = conclusions_of(rounds_of_messages(4, 50, 800, 200));
    CHECK(ids(found) ==
          std::vector<std::string>{"bound-by-communication", "costliest", "costliest-computing"});
    CHECK(found[0].text ==
          "Communication bounds the run: messages, synchronization, and waiting for them take 80 % of its "
          "time. An average rank computes for 20 % of it.");
    CHECK(found[1].text.find("The most time goes into \\EXCHANGE (line 9): 80 % of ") == 0);
    CHECK(found[2].text ==
          "Of the computing, the most goes into host code, mostly after \\EXCHANGE (line 9): "
          "20 % of the run's time (all computing).");
}

/// Rank 0 sends messages of 8 B and 512 B in turn, which take these times.
static Trace messages_of_two_sizes(int pairs, std::int64_t small_ns, std::int64_t large_ns) {
    TraceBuilder builder(2);
    const auto exchange = builder.site("EXCHANGE", 9);
    const std::int64_t round = small_ns + large_ns + 20;
    builder.rank(0, 0, round * pairs).enter(0, exchange);
    for (std::int64_t begin = 0; begin < round * pairs; begin += round)
        builder.send(begin, 1, 8).send(begin + small_ns + 10, 1, 512);
    builder.leave(round * pairs);
    builder.rank(1, 0, round * pairs).enter(0, exchange);
    for (std::int64_t begin = 0; begin < round * pairs; begin += round)
        builder.wait(begin, 0)
            .receive(begin + small_ns, 0, 8)
            .wait(begin + small_ns + 5, 0)
            .receive(begin + small_ns + 10 + large_ns, 0, 512);
    builder.leave(round * pairs);
    return builder.trace;
}

TEST_CASE("the number of messages is what costs if larger ones take no longer", "[findings]") {
    CHECK(text_of(conclusions_of(messages_of_two_sizes(60, 100, 110)), "small-messages") ==
          "The 120 messages carry 260 B on average, and those of 512 B take only 1.10 times as long as those "
          "of 8 "
          "B: what costs is their number, not their size.");
    CHECK(text_of(conclusions_of(messages_of_two_sizes(60, 100, 104)), "small-messages")
              .find("those of 512 B take no longer than those of 8 B: ") != std::string::npos);
    CHECK(find(conclusions_of(messages_of_two_sizes(60, 100, 130)), "small-messages") == nullptr);
    CHECK(find(conclusions_of(messages_of_two_sizes(20, 100, 110)), "small-messages") == nullptr); // too few
    Messages messages = match_messages(messages_of_two_sizes(60, 100, 110));
    CHECK(size_does_not_matter(messages));
    for (Message& message : messages.matched)
        message.is_measured = false; // as in a warm-up
    CHECK_FALSE(size_does_not_matter(messages));
    // All of one size: the run does not show what the size costs.
    CHECK(find(conclusions_of(rounds_of_messages(4, 50, 800, 200)), "small-messages") == nullptr);
}

TEST_CASE("of two constructs of one name in a line, a sentence says which one", "[findings]") {
    TraceBuilder builder(2);
    const auto one = builder.site("WORK", 5), other = builder.site("WORK", 5);
    builder.trace.sites[other].column = 40;
    CHECK(site_place(builder.trace, one) == "the first \\WORK of line 5");
    CHECK(site_place(builder.trace, other) == "\\WORK (line 5:40)");
    builder.trace.sites[other].line = 6;
    CHECK(site_place(builder.trace, one) == "\\WORK (line 5)");
}

TEST_CASE("ranks that compute one after the other bound a run", "[findings]") {
    const auto found = conclusions_of(turns(4, 10, 1000));
    CHECK(found[0].id == "bound-by-waiting");
    CHECK(
        found[0].text ==
        "Ranks wait for one another's computing: some rank computes while others wait for it, and not always "
        "the same one. That costs up to 74 % of the run's time. An average rank computes for 25 % of it.");
    CHECK(text_of(found, "late-rank") == "no late-rank");
}

TEST_CASE("the ranks that compute longer are named, up to half of all ranks", "[findings]") {
    const auto said = [](int ranks, const std::vector<std::int64_t>& more) {
        return text_of(conclusions_of(rounds_of_work({ranks, 10, 950, 50, more})), "bound-by-imbalance");
    };
    CHECK(said(4, {950, 0, 950}).find("because ranks 0 and 2 compute longer than the others.") !=
          std::string::npos);
    CHECK(said(5, {2850, 2850, 2850}).find("because some ranks compute longer than others.") !=
          std::string::npos);
}

TEST_CASE("load imbalance costs time also if no rank waits for another one", "[findings]") {
    TraceBuilder builder(3);
    const auto work = builder.phase("work", 3);
    for (const int rank : {0, 1, 2})
        builder.rank(rank, 0, rank == 1 ? 1000 : 400).enter(0, work).leave(rank == 1 ? 1000 : 400);
    const auto found = conclusions_of(builder.trace);
    CHECK(text_of(found, "bound-by-imbalance").find("because rank 1 computes longer than the others.") !=
          std::string::npos);
    CHECK(text_of(found, "late-rank") == "no late-rank");
}

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
    CHECK(found[1].text == "The most time goes into \\THREADS (line 7): 100 % of the run's time "
                           "(95 % inside MPI, 5.0 % computing).");
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
          "one-sided communication, communicators, threads) take 70 % of its time, where ranks may "
          "also wait for one another. "
          "An average rank computes for 30 % of it.");
    CHECK(found[1].text == "The most time goes into MPI_File_write_all: 70 % of the run's time "
                           "(all inside MPI).");
    CHECK(found[2].text == "Of the computing, the most goes into main itself, without the functions that it "
                           "calls: 30 % of the run's time (all computing).");
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

/// A run without a trace: three ranks on two cores, in one launch.
RunDirectory recorded(double core_wait_of_rank_1, int cores) {
    RunDirectory directory;
    formats::RunLaunch launch;
    directory.run.ranks = 3;
    for (int rank = 0; rank < 3; ++rank) {
        formats::RunRank own;
        own.rank = rank;
        own.record.emplace().rank = rank;
        own.record->node_ranks = 3;
        own.record->node_cores = cores;
        own.record->usage = {rank == 1 ? core_wait_of_rank_1 : 0, 2.0};
        own.record->phases = {{"solve", 12, 4, rank == 2 ? 1.5 : 0.5, 0}};
        launch.ranks.push_back(own);
    }
    directory.run.launches = {launch};
    directory.run.summary.program.seconds = Spread{2, 2, 2};
    PhaseTiming phase;
    phase.name = "solve";
    phase.line = 12;
    phase.timing.seconds = Spread{0.5, 0.5, 1.5};
    directory.run.summary.phases = {phase};
    return directory;
}

} // namespace

TEST_CASE("without a trace, phases and records show what they can", "[findings]") {
    const auto found = run_conclusions(recorded(0, 4), nullptr);
    CHECK(ids(found) == std::vector<std::string>{"longest-phase", "slow-rank"});
    CHECK(found[0].text ==
          "The longest phase is \"solve\" (line 12): on the slowest rank, it takes 1.50 s, 75 % of "
          "the program's time.");
    CHECK(found[1].text ==
          "Rank 2 takes 3.0 times as long as the median rank in phase \"solve\" (line 12): 1.50 s "
          "instead of 500 ms.");
    CHECK(found[1].line == 12);
}

TEST_CASE("a run that is too short for the clock of a real machine is not judged", "[findings]") {
    RunDirectory directory = recorded(1.0, 4);
    directory.run.summary.program.seconds = Spread{7e-6, 8e-6, 8e-6};
    const auto found = run_conclusions(directory, nullptr);
    CHECK(ids(found) == std::vector<std::string>{"too-short"});
    CHECK(found[0].text ==
          "The run is too short to judge: it took 8.00 us. Repeat its work (`\\LOOP`) until it takes a "
          "millisecond or more.");
    directory.run.summary.program.seconds = Spread{1e-4, 1e-4, 1e-4};
    CHECK(find(run_conclusions(directory, nullptr), "too-short") == nullptr);
    directory.run.summary.program.seconds = Spread{7e-6, 8e-6, 8e-6};
    directory.run.simulated.emplace().host_compute =
        loop::formats::RunSimulation::HostCompute::Free; // its clock is exact
    CHECK(find(run_conclusions(directory, nullptr), "too-short") == nullptr);
}

TEST_CASE("a rank cannot lack a core for longer than it ran", "[findings]") {
    CHECK(
        text_of(run_conclusions(recorded(1.0, 4), nullptr), "no-core").find("For 50 % of its time, rank 1") ==
        0);
    CHECK(text_of(run_conclusions(recorded(2.0, 4), nullptr), "no-core")
              .find("For 100 % of its time, rank 1") == 0);
    CHECK(find(run_conclusions(recorded(600.0, 4), nullptr), "no-core") == nullptr);
}

TEST_CASE("of several phases, the one with the largest difference names the slow rank", "[findings]") {
    RunDirectory directory = recorded(0, 4);
    PhaseTiming first;
    first.name = "setup";
    first.line = 7;
    first.timing.seconds = Spread{0.1, 0.1, 0.3};
    directory.run.summary.phases.insert(directory.run.summary.phases.begin(), first);
    for (formats::RunRank& rank : directory.run.launches[0].ranks)
        rank.record->phases.push_back({"setup", 7, 1, rank.rank == 0 ? 0.3 : 0.1, 0});
    CHECK(text_of(run_conclusions(directory, nullptr), "slow-rank")
              .find("Rank 2 takes 3.0 times as long as the median rank in phase \"solve\" (line 12)") == 0);
}

TEST_CASE("a rank is slow in a phase if it takes a quarter longer, and that matters", "[findings]") {
    const auto said = [](double own, double others, double program, int line = 12) {
        RunDirectory directory = recorded(0, 4);
        directory.run.summary.program.seconds = Spread{program, program, program};
        directory.run.summary.phases[0].line = line;
        for (formats::RunRank& rank : directory.run.launches[0].ranks)
            rank.record->phases = {{"solve", line, 4, rank.rank == 2 ? own : others, 0}};
        return text_of(run_conclusions(directory, nullptr), "slow-rank");
    };
    CHECK(said(1.5, 1, 2).find("Rank 2 takes 1.5 times as long") == 0);
    CHECK(said(1.2, 1, 2) == "no slow-rank");    // less than a quarter
    CHECK(said(0.15, 0.1, 2) == "no slow-rank"); // a 40th of the program's time
    CHECK(said(0.15, 0.1, 0.5).find("Rank 2 takes 1.5 times as long") == 0);
    CHECK(said(1.5, 0, 2) == "no slow-rank"); // no ratio
    CHECK(said(1.5, 1, 2, 0).find("median rank in phase \"solve\": 1.50 s") !=
          std::string::npos); // no line known
}

TEST_CASE("phases of one name in several lines have no single line", "[findings]") {
    const auto text = [](bool is_one_line) {
        TraceBuilder builder(2);
        const auto one = builder.phase("solve", 3), other = is_one_line ? one : builder.phase("solve", 6),
                   rest = builder.phase("rest", 9);
        const auto work = builder.site("WORK", 4), more = builder.site("WORK", 7);
        for (const int rank : {0, 1}) {
            builder.rank(rank, 0, 1000).enter(0, one).enter(0, work).leave(400).leave(400);
            builder.enter(400, other).enter(400, more).leave(800).leave(800).enter(800, rest).leave(1000);
        }
        return text_of(conclusions_of(builder.trace), "longest-phase");
    };
    CHECK(text(false).find("Phase \"solve\" takes 80 % of the measured time of all ranks") == 0);
    CHECK(text(true).find("Phase \"solve\" (line 3) takes 80 % of the measured time of all ranks") == 0);
}

TEST_CASE("the longest phase is named if it takes a quarter of the program's time", "[findings]") {
    const auto text = [](double program) {
        RunDirectory directory = recorded(0, 4);
        directory.run.summary.program.seconds = Spread{program, program, program};
        return text_of(run_conclusions(directory, nullptr), "longest-phase");
    };
    CHECK(text(5.9).find(
              "The longest phase is \"solve\" (line 12): on the slowest rank, it takes 1.50 s, 25 % of ") ==
          0);
    CHECK(text(6.1) == "no longest-phase");
    CHECK(text(1.4) == "no longest-phase"); // longer than the program: not a share of it
}

TEST_CASE("a rank that had no core is named, unless ranks share cores", "[findings]") {
    CHECK(text_of(run_conclusions(recorded(0.4, 4), nullptr), "no-core") ==
          "For 20 % of its time, rank 1 was ready to run but had no core, for example because another "
          "program used its core. Its computing and waiting contain that time; ranks that waited for "
          "rank 1 meanwhile count it as waiting.");
    RunDirectory throttled = recorded(0.4, 4);
    throttled.run.launches[0].throttled = loop::formats::RunThrottling{12, 0.4, 1.5};
    CHECK(text_of(run_conclusions(throttled, nullptr), "no-core")
              .find("for example because a control group's CPU quota stopped it.") != std::string::npos);
    const auto shared = run_conclusions(recorded(1.8, 2), nullptr);
    CHECK(shared[0].id == "shared-cores"); // 30 % on average: more important than the rest
    CHECK(shared[0].text ==
          "3 ranks share 2 cores: on average, a rank was ready to run but had no core for 30 % of "
          "its time. Their computing and waiting contain that time.");
    CHECK(run_conclusions(recorded(0.9, 2), nullptr).back().id == "shared-cores");
    CHECK(find(run_conclusions(recorded(0.05, 4), nullptr), "no-core") == nullptr);
}

TEST_CASE("launches that differ are reported with their factor", "[findings]") {
    RunDirectory directory;
    directory.run.summary.program.launches = {{1, 1, 2}, {1, 1, 1}, {1, 1, 1.2}};
    const auto found = run_conclusions(directory, nullptr);
    CHECK(ids(found) == std::vector<std::string>{"launches-differ"});
    CHECK(found[0].figure.number == Approx(2));
    CHECK(found[0].text.find(" Compare medians of at least 10 launches.") != std::string::npos);
    directory.run.summary.program.launches.resize(10, {1, 1, 1});
    CHECK(text_of(run_conclusions(directory, nullptr), "launches-differ").find("Compare") ==
          std::string::npos);
    directory.run.summary.program.launches = {{1, 1, 1.3}, {1, 1, 1}};
    CHECK(run_conclusions(directory, nullptr).empty());
}

TEST_CASE("calls of a warm-up are not counted", "[findings]") {
    TraceBuilder builder(1);
    const auto exchange = builder.site("EXCHANGE", 9);
    builder.rank(0, 0, 1000).excluded_from(100).enter(100, exchange).leave(200).included(200);
    builder.enter(300, exchange).leave(400).enter(500, exchange).leave(600);
    CHECK(analyze(builder.trace).site_times.calls[exchange] == 2);
}

TEST_CASE("the terminal lists the MPI calls of host code with their messages", "[findings]") {
    TraceBuilder builder(2);
    const auto send = builder.site("MPI_Send", 4, SiteKind::Mpi),
               receive = builder.site("MPI_Recv", 6, SiteKind::Mpi);
    const auto barrier = builder.site("MPI_Barrier", 8, SiteKind::Mpi);
    builder.rank(0, 0, 1000).enter(100, send).send(101, 1, 4096).leave(200);
    builder.enter(700, barrier).collective(750, 0).leave(750);
    builder.rank(1, 0, 1000).enter(50, receive).wait(60, 0).receive(160, 0, 4096).leave(170);
    builder.enter(700, barrier).collective(750, 0).leave(750);
    const RunDirectory directory = traced(builder.trace);
    const Analysis analysis = analyze(*directory.trace);
    const std::string text = render_text(sheet_document({directory, &analysis}));
    const std::string table = text.substr(text.find("MPI calls of host code, all ranks"));
    CHECK(
        table.find(
            "MPI calls of host code, all ranks  line  calls  messages     bytes  received    time  waiting\n"
            "MPI_Recv                              6      1                      4.00 KiB  120 ns   100 ns\n"
            "MPI_Send                              4      1         1  4.00 KiB            100 ns\n"
            "MPI_Barrier                           8      2                                100 ns\n") == 0);
}

TEST_CASE("the terminal counts MPI calls that a full trace lacks", "[findings]") {
    TraceBuilder builder(2);
    const auto send = builder.site("MPI_Send", 4, SiteKind::Mpi),
               sum = builder.site("MPI_Allreduce", 8, SiteKind::Mpi);
    builder.rank(0, 0, 1000).enter(100, send).send(101, 1, 4096).leave(200);
    builder.rank(1, 0, 1000);
    for (RankTrace& rank : builder.trace.ranks) {
        rank.complete = false;
        rank.dropped = 7;
        rank.counts_calls = true;
        rank.call_counts = {{sum, 3, 0, 0, 0, 0, 24, 24}};
    }
    builder.trace.ranks[0].call_counts.push_back({send, 1000, 1000, 4096000, 0, 0, 0, 0});
    const auto table = [&] {
        const RunDirectory directory = traced(builder.trace);
        const Analysis analysis = analyze(*directory.trace);
        const std::string text = render_text(sheet_document({directory, &analysis}));
        return text.substr(text.find("MPI calls of host code, all ranks"));
    };
    CHECK(table().find(
              "MPI calls of host code, all ranks  line  calls  messages     bytes  given   got    time\n"
              "MPI_Send                              4   1000      1000  3.91 MiB               100 ns\n"
              "MPI_Allreduce                         8      6                       48 B  48 B\n"
              "the trace was full: times are those of the calls in it\ngiven, got: data") == 0);
    builder.trace.ranks[1].counts_calls = false; // it was killed
    builder.trace.ranks[1].call_counts = {};
    CHECK(table().find("only the calls in it are known") != std::string::npos);
    for (RankTrace& rank : builder.trace.ranks) {
        rank.complete = true;
        rank.dropped = 0;
    }
    CHECK(table().find("the trace was full") == std::string::npos);
}

namespace {

/// Rank 1 waits in a SEND until 900, because rank 0 is not measured from 100 to `to`.
RunDirectory waits_for_unmeasured(std::int64_t to, const char* excluded_in) {
    TraceBuilder builder(2);
    const auto send = builder.site("SEND", 3), other = builder.site(excluded_in, 4);
    builder.rank(0, 0, 1000).enter(100, other).excluded(100, to).leave(to);
    builder.enter(890, send).send(890, 1, 8).leave(900);
    builder.rank(1, 0, 1000).enter(100, send).wait(100, 0).receive(900, 0, 8).leave(900);
    RunDirectory directory = traced(builder.trace);
    directory.run.summary.payload.verified = true;
    directory.run.summary.payload.messages = 1;
    return directory;
}

std::string said_of(const RunDirectory& directory) {
    const Analysis analysis = analyze(*directory.trace);
    return text_of(run_conclusions(directory, &analysis), "waits-for-unmeasured");
}

} // namespace

TEST_CASE("waiting for a rank whose payloads are verified is told, and nothing bounds such a run",
          "[findings]") {
    const RunDirectory verified = waits_for_unmeasured(700, "SEND");
    CHECK(said_of(verified) ==
          "For 60 % of the run's time, ranks wait for a rank that is not measured "
          "meanwhile: LOOP fills or verifies its payloads (measure with `--no-verify`).");
    const Analysis analysis = analyze(*verified.trace);
    CHECK_FALSE(time_split(analysis));
    CHECK(text_of(run_conclusions(verified, &analysis), "bound-by-communication") ==
          "no bound-by-communication");
    CHECK(said_of(waits_for_unmeasured(700, "VEC")) ==
          "For 60 % of the run's time, ranks wait for a rank that is not measured meanwhile: LOOP fills or "
          "verifies "
          "payloads, allocates arrays, or leaves out `\\UNTIMED`.");
}

namespace {

/// Two ranks that are busy but for a wait of rank 1, which takes 20 % of its time. Off their cores they were
/// for so many of 2 s.
std::string said_of_cores(double off_of_rank_0, double off_of_rank_1, double seconds = 2) {
    TraceBuilder builder(2);
    const auto send = builder.site("SEND", 3);
    builder.rank(0, 0, 1000).enter(890, send).send(890, 1, 8).leave(900);
    builder.rank(1, 0, 1000).enter(700, send).wait(700, 0).receive(900, 0, 8).leave(900);
    RunDirectory directory = traced(builder.trace);
    directory.run.ranks = 2;
    formats::RunLaunch launch;
    for (const double off : {off_of_rank_0, off_of_rank_1}) {
        formats::RunRank own;
        own.rank = static_cast<int>(launch.ranks.size());
        own.record.emplace().rank = own.rank;
        own.record->usage = {0, seconds, off};
        launch.ranks.push_back(own);
    }
    directory.run.launches = {launch};
    const Analysis analysis = analyze(*directory.trace);
    return text_of(run_conclusions(directory, &analysis), "off-core");
}

} // namespace

TEST_CASE("a rank that is busy by the trace, but uses no core, does not compute", "[findings]") {
    const std::string why = "slept, or waited for a file, a device, or another program.";
    // It is not known what rank 0 did in its 1 % of overhead.
    CHECK(said_of_cores(1.02, 0) ==
          "For 50 % of its time, rank 0 is counted as computing but used no core: it " + why);
    CHECK(said_of_cores(1.02, 1.4) ==
          "For up to 50 % of their time, ranks 0 and 1 are counted as computing but used no core: they " +
              why);
    // Rank 1 may have been off its core while it waited in MPI.
    CHECK(said_of_cores(0, 0.4) == "no off-core");
    CHECK(said_of_cores(0, 0.6).find("For 10 % of its time, rank 1") == 0);
    CHECK(said_of_cores(0.1, 0) == "no off-core");
    CHECK(said_of_cores(600, 0) == "no off-core"); // it cannot be
    CHECK(said_of_cores(1, 1, 0) == "no off-core");
}

TEST_CASE("little unmeasured time, or none on the critical path, is not told", "[findings]") {
    CHECK(said_of(waits_for_unmeasured(110, "SEND")) == "no waits-for-unmeasured");
    TraceBuilder builder(2); // rank 0 is not measured, and nobody waits for it
    const auto send = builder.site("SEND", 3);
    builder.rank(0, 0, 1000).enter(100, send).send(100, 1, 8).excluded(101, 700).leave(700);
    builder.rank(1, 0, 1000).enter(100, send).wait(100, 0).receive(120, 0, 8).leave(120);
    CHECK(said_of(traced(builder.trace)) == "no waits-for-unmeasured");
}

namespace {

/// One rank on a host with 2 cores, and a phase of a second with these operations and bytes.
RunDirectory declaring(double flops, double bytes) {
    RunDirectory directory;
    directory.run.source.file = "t.loop";
    directory.run.ranks = 1;
    directory.run.environment["cores_online"] = 2;
    formats::RunRank rank;
    rank.record.emplace();
    rank.record->host = "here";
    directory.run.launches.resize(1);
    directory.run.launches[0].ranks.push_back(rank);
    PhaseTiming phase;
    phase.name = "sum";
    phase.line = 6;
    phase.timing.seconds = formats::Spread{1, 1, 1};
    phase.timing.flops = flops;
    phase.timing.memory_bytes = bytes;
    directory.run.summary.phases.push_back(phase);
    return directory;
}

std::string rate_said_of(const RunDirectory& directory) {
    const auto found = impossible_rate(directory);
    return found ? found->text : "nothing";
}

} // namespace

TEST_CASE("more operations or bytes than all cores can do are impossible", "[findings]") {
    CHECK(rate_said_of(declaring(3.8e12, 0)) ==
          "Phase \"sum\" (line 6) declares 3.8e+03 Gflop/s, more than the 2 cores of its ranks can compute "
          "(at most 768 Gflop/s): the "
          "compiler may have removed statements whose results nobody reads (`loop::keep(value)` prevents "
          "that), another "
          "device may do the work, or the declared count is too large.");
    CHECK(
        rate_said_of(declaring(1e9, 3e13))
            .find(
                "declares 3e+04 GB/s, more than the 2 cores of its ranks can move (at most 2.3e+03 GB/s)") !=
        std::string::npos);
    CHECK(impossible_rate(declaring(3.8e12, 0))->line == 6);
}

TEST_CASE("rates that cores may reach are possible, as are those of a model and of unknown hosts",
          "[findings]") {
    CHECK(rate_said_of(declaring(7e11, 2e12)) == "nothing");
    RunDirectory model = declaring(3.8e12, 3e13);
    model.run.simulated.emplace();
    CHECK(rate_said_of(model) == "nothing");
    RunDirectory elsewhere = declaring(3.8e12, 3e13);
    elsewhere.run.environment["cores_online"] = "unknown";
    CHECK(rate_said_of(elsewhere) == "nothing");
    RunDirectory two_hosts = declaring(1e12, 0);
    CHECK(rate_said_of(two_hosts) != "nothing");
    formats::RunRank other = two_hosts.run.launches[0].ranks[0];
    other.record->host = "there";
    two_hosts.run.launches[0].ranks.push_back(other);
    CHECK(rate_said_of(two_hosts) == "nothing");
    RunDirectory accelerated = declaring(3.8e13, 0);
    accelerated.run.machine.hardware.accelerators = "4 NVIDIA A100";
    CHECK(rate_said_of(accelerated) == "nothing");
}

TEST_CASE("the cores on which ranks may run, their vectors, and their clock rate limit the rate",
          "[findings]") {
    const auto on = [](const char* cpus, double flops) {
        RunDirectory directory = declaring(flops, 0);
        directory.run.environment["cores_online"] = 64;
        directory.run.launches[0].ranks[0].record->cpus = cpus;
        return directory;
    };
    CHECK(rate_said_of(on("5", 3.8e12)).find("than the core of its rank can compute (at most 384 Gflop/s)") !=
          std::string::npos);
    CHECK(rate_said_of(on("0-63", 3.8e12)) == "nothing"); // it may have threads
    CHECK(rate_said_of(on("0-15", 3.8e12)) == "nothing");
    CHECK(rate_said_of(on("0-7", 3.8e12)).find("the 8 cores of its ranks") != std::string::npos);
    CHECK(rate_said_of(on("", 3.8e12)) == "nothing"); // an older run
    RunDirectory threads_elsewhere = on("5", 3.8e12);
    threads_elsewhere.run.launches[0].ranks[0].record->thread_cpus = 64;
    CHECK(rate_said_of(threads_elsewhere) == "nothing");
    RunDirectory two_ranks = on("5", 7e11); // on one core: no more than one rank
    two_ranks.run.launches[0].ranks.push_back(two_ranks.run.launches[0].ranks[0]);
    CHECK(rate_said_of(two_ranks) != "nothing");
    two_ranks.run.launches[0].ranks[1].record->cpus = "6";
    CHECK(rate_said_of(two_ranks) == "nothing");

    const auto with = [&](const char* vectors, double mhz, double flops) {
        RunDirectory directory = on("0", flops);
        directory.run.environment["vectors"] = vectors;
        directory.run.environment["max_mhz"] = mhz;
        return rate_said_of(directory);
    };
    // A product of matrices of single precision at 90 % of the peak: 2.5 GHz x 64 operations.
    CHECK(with("avx512", 2500, 0.9 * 160e9) == "nothing");
    CHECK(with("avx512", 2500, 250e9).find("(at most 240 Gflop/s)") != std::string::npos);
    CHECK(with("avx2", 3000, 0.9 * 96e9) == "nothing");
    CHECK(with("avx2", 3000, 150e9).find("(at most 144 Gflop/s)") != std::string::npos);
    CHECK(with("neon", 3000, 0.9 * 96e9) == "nothing");
    CHECK(with("amx", 2500, 1e12) == "nothing");
    CHECK(with("unheard-of", 4000, 380e9) == "nothing");
}

TEST_CASE("the processor time of the ranks limits how many cores they used", "[findings]") {
    RunDirectory directory = declaring(3.8e12, 0);
    directory.run.environment["cores_online"] = 64;
    auto& usage = directory.run.launches[0].ranks[0].record->usage;
    usage.user_seconds = 0.9;
    usage.system_seconds = 0.1;
    CHECK(rate_said_of(directory).find(
              "more than the 1.1 cores that the ranks kept busy can compute (at most 430 Gflop/s)") !=
          std::string::npos);
    usage.user_seconds = 20; // threads
    CHECK(rate_said_of(directory) == "nothing");
}

TEST_CASE("results with rates that the cores cannot reach are impossible", "[findings]") {
    const auto result = [](double value, const char* unit) {
        RunDirectory directory = declaring(0, 0);
        formats::ResultValue each;
        each.name = "speed";
        each.unit = unit;
        each.line = 7;
        each.value = formats::Spread{value, value, value};
        directory.run.summary.results.push_back(each);
        return directory;
    };
    CHECK(
        rate_said_of(result(3.8e6, "Mflop/s")) ==
        "Result `speed` (line 7) is 3.8e+03 Gflop/s, more than the 2 cores of its ranks can compute (at most "
        "768 Gflop/s): the compiler may have removed statements whose results nobody reads "
        "(`loop::keep(value)` prevents that), another device may do the work, or the count from which it was "
        "calculated is too large.");
    CHECK(impossible_rate(result(3.8e6, "Mflop/s"))->line == 7);
    for (const char* unit : {"flop/s", "kflop/s", "Gflop/s", "TFLOPS", "B/s", "GB/s", "GiB/s", "MB/s"})
        CHECK(rate_said_of(result(1e16, unit)) != "nothing");
    for (const char* unit : {"s", "", "us", "B", "flop", "messages/s", "xB/s", "flop/B", "1/s"})
        CHECK(rate_said_of(result(1e16, unit)) == "nothing");
    CHECK(rate_said_of(result(700, "Gflop/s")) == "nothing");
    CHECK(rate_said_of(result(40, "GB/s")) == "nothing");
    RunDirectory none = result(1, "GB/s");
    none.run.summary.results[0].value.reset();
    CHECK(rate_said_of(none) == "nothing");
}
