#include "findings_support.h"
#include "report/findings/communication.h"
#include "report/findings/time_split.h"
#include "report/findings/wording.h"
#include "rounds_of_work.h"
#include "trace/analysis/analysis.h"

#include <catch2/catch.hpp>

using namespace loop::report;
using namespace loop_tests;

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
    CHECK(found[0].text ==
          "Load imbalance bounds the run: it costs up to 51 % of its time, because rank 2 "
          "computes longer than the others. Another rank computes for 49 % of it on average.");
    CHECK(text_of(found, "late-rank") == "Rank 2 is late: it computes 2.0 times as long as the other ranks "
                                         "on average, 9.50 us (49 % of the run's time) "
                                         "longer, all of that in phase \"work\" (line 3).");
    CHECK(find(found, "late-rank")->line == 3);
    // The others wait for it, but that is not what costs: on the critical path, rank 2 computes.
    CHECK(text_of(found, "costliest") ==
          "The most time goes into phase \"work\" (line 3): 97 % of the run's time (all computing).");
}

TEST_CASE("load imbalance that is not the largest part names its ranks, too", "[findings]") {
    const auto found = conclusions_of(rounds_of_work({4, 10, 950, 1500, {0, 0, 950}}));
    CHECK(found[0].id == "bound-by-communication");
    CHECK(found[0].text.find(" Load imbalance takes up to 30 % (rank 2 computes longer than the others).") !=
          std::string::npos);
    const auto even = conclusions_of(rounds_of_work({4, 10, 950, 1500}));
    CHECK(even[0].text.find("mbalance") == std::string::npos);
}

TEST_CASE("what large operations cost because ranks are not in step is unknown", "[findings]") {
    // Rank 2 is late; then all are in an operation.
    const auto bound_of = [](std::int64_t bytes, std::int64_t takes) {
        TraceBuilder builder(4);
        const auto work = builder.site("WORK", 1), sum = builder.site("ALLREDUCE", 2);
        for (int rank = 0; rank < 4; ++rank) {
            const std::int64_t own = rank == 2 ? 500 : 300, end = 500 + takes;
            builder.rank(rank, 0, end).enter(0, work).leave(own).enter(own, sum);
            builder.wait(own).resume(end).collective(end, bytes).leave(end);
        }
        return conclusions_of(builder.trace)[0].text;
    };
    CHECK(bound_of(8, 500).find("Load imbalance takes up to 22 % (rank 2 computes longer") !=
          std::string::npos);
    CHECK(bound_of(100'000, 500).find("Load imbalance takes an unknown part (rank 2 computes longer") !=
          std::string::npos);
    CHECK(bound_of(100'000, 50).find("up to 3") != std::string::npos); // a tenth of the run at most
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
          "(49 % of the run's time) longer.");
    std::fill(more.begin(), more.begin() + 32, 950);
    CHECK(find(conclusions_of(rounds_of_work({64, 5, 950, 50, more})), "late-rank") == nullptr);
}

TEST_CASE("a serial part is not mistaken for a slow rank", "[findings]") {
    RoundsOfWork input;
    input.alone = 950;
    const auto found = conclusions_of(rounds_of_work(input));
    CHECK(found[0].id == "bound-by-serial-part");
    CHECK(found[0].text ==
          "A serial part bounds the run: for 49 % of its time, rank 0 computes alone, in phase "
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
    const Trace two_sizes = messages_of_two_sizes(60, 100, 110);
    Messages messages = match_messages(two_sizes);
    CHECK(size_does_not_matter(two_sizes, messages));
    for (Message& message : messages.matched)
        message.is_measured = false; // as in a warm-up
    CHECK_FALSE(size_does_not_matter(two_sizes, messages));
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

TEST_CASE(
    "load imbalance is what the run would save, also if a part of the longer computing is not on the path",
    "[findings]") {
    // The path begins on rank 0, which handles a message until 60. Rank 1 computes before and after it.
    TraceBuilder builder(4);
    const auto work = builder.site("WORK", 1), send = builder.site("SEND", 2),
               sync = builder.site("BARRIER", 3);
    const auto end = [&](std::int64_t time) {
        builder.enter(time, sync);
        if (time < 200) builder.wait(time).resume(200);
        builder.collective(200, 0).leave(200);
    };
    builder.rank(0, 0, 200).enter(0, send).send(60, 1, 8).leave(60);
    end(60);
    builder.rank(1, 0, 200).enter(0, work).leave(40).enter(40, send).wait(40, 0).receive(60, 0, 8).leave(60);
    builder.enter(60, work).leave(200);
    end(200);
    for (const int rank : {2, 3}) {
        builder.rank(rank, 0, 200).enter(0, work).leave(40);
        end(40);
    }
    const Analysis analysis = analyze(builder.trace);
    const auto split = time_split(analysis);
    REQUIRE(split.has_value());
    CHECK(split->average_rank_ns == 65);
    CHECK(split->communication_ns == 60);
    CHECK(split->imbalance_ns == 180 - 65); // on the path, it is 140 - 65
    CHECK(analysis.surplus_ns == 180 - 65);
    CHECK(split->computing_ns + split->in_turn_ns == 140 - (180 - 65));
}

TEST_CASE("computing on the critical path is told beside that of an average rank if they differ",
          "[findings]") {
    // The message comes while rank 0 computes, for longer than an average rank, and nobody waits for it.
    TraceBuilder builder(2);
    const auto work = builder.site("WORK", 1), send = builder.site("SEND", 2);
    builder.rank(0, 0, 60'000).enter(0, work).leave(40'000).enter(40'000, send).wait(40'000, 1);
    builder.receive(60'000, 1, 8).leave(60'000);
    builder.rank(1, 0, 10'001).enter(0, work).leave(10'000).enter(10'000, send).send(10'000, 0, 8);
    builder.leave(10'001);
    const auto found = conclusions_of(builder.trace);
    CHECK(found[0].text ==
          "Communication slows the run: messages, synchronization, and waiting for them take "
          "33 % of its time. Computing on the critical path takes 67 % (an average rank "
          "computes for 42 %).");
}

TEST_CASE("ranks that compute one after the other bound a run", "[findings]") {
    const auto found = conclusions_of(turns(4, 10, 1000));
    CHECK(found[0].id == "bound-by-waiting");
    CHECK(
        found[0].text ==
        "Ranks wait for one another's computing: some rank computes while others wait for it, and not always "
        "the same one. That costs up to 76 % of the run's time. An average rank computes for 25 % of it.");
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
