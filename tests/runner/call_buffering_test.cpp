#include "made_call_logs.h"

#include <catch2/catch.hpp>

#include <random>

using namespace loop_tests;

namespace {

const std::string needed = "needed buffer: on a machine that does not buffer ";

/// A call that sends and receives.
Log& swaps(Log& log, std::uint64_t line, int to, int from) {
    return log.message(CallEvent::Send, "MPI_Sendrecv", line, to, 5)
        .message(CallEvent::Receive, "MPI_Sendrecv", line, from, 5)
        .got(line, from, 5);
}

Log& gathers(Log& log, const std::string& name, std::uint64_t line, int root) {
    return log.operates(name, line, root);
}

} // namespace

TEST_CASE("ranks that both send first need a buffer", "[calls]") {
    const CallFinding finding =
        only({Log(0).sends(10, 1, 5).receives(11, 1, 5), Log(1).sends(10, 0, 5).receives(11, 0, 5)});
    CHECK(finding.weight == Weight::Note);
    CHECK(finding.ranks == std::vector<int>{0, 1});
    CHECK(finding.text(all_lines()) ==
          needed + "the message of `MPI_Send` at x.loop:10, ranks 0 and 1 wait for each other");
    CHECK(said({Log(0).sends(10, 1, 5).receives(11, 2, 5), Log(1).sends(10, 2, 5).receives(11, 0, 5),
                Log(2).sends(10, 0, 5).receives(11, 1, 5)}) ==
          Sentences{needed + "the message of `MPI_Send` at x.loop:10, ranks 0 to 2 wait for each other"});
    CHECK(said({Log(0).sends(10, 0, 5).receives(11, 0, 5)}) ==
          Sentences{needed + "the message of `MPI_Send` at x.loop:10, rank 0 waits for itself"});
    CHECK(said({Log(0).sends(10, 1, 5).receives(11, 1, 6), Log(1).sends(20, 0, 6).receives(21, 0, 5)}) ==
          Sentences{needed + "the messages of `MPI_Send` at x.loop:10 and of `MPI_Send` at x.loop:20, "
                             "ranks 0 and 1 wait for each other"});
}

TEST_CASE("ranks that wait for a send before they receive need a buffer", "[calls]") {
    const auto rank = [](int own, int other) {
        return Log(own).sends(10, other, 5, ints, 1).ends(CallEvent::Completed, 1).receives(12, other, 5);
    };
    CHECK(said({rank(0, 1), rank(1, 0)}) ==
          Sentences{needed + "the message of `MPI_Isend` at x.loop:10, ranks 0 and 1 wait for each other"});
    const auto late = [](int own, int other) {
        return Log(own).sends(10, other, 5, ints, 1).receives(12, other, 5).ends(CallEvent::Completed, 1);
    };
    check_silent({late(0, 1), late(1, 0)});
}

TEST_CASE("a message that others receive after a collective operation needs a buffer", "[calls]") {
    const auto with = [](const std::string& name, int root) {
        Log sender(0), receiver(1);
        return CallLogs{gathers(sender.sends(10, 1, 5), name, 11, root),
                        gathers(receiver, name, 11, root).receives(12, 0, 5)};
    };
    for (const char* const name : {"MPI_Barrier", "MPI_Allreduce"})
        CHECK(said(with(name, -1)) ==
              Sentences{needed +
                        "the message of `MPI_Send` at x.loop:10, ranks 0 and 1 wait for each other; "
                        "rank 1 is in `" +
                        name + "` at x.loop:11"});
    CHECK(said(with("MPI_Bcast", 0)).size() == 1);
    CHECK(said(with("MPI_Reduce", 1)).size() == 1);
    // Here, it is enough if one of the two messages is buffered.
    CHECK(said(with("MPI_Bcast", 1)) ==
          Sentences{needed + "the messages of `MPI_Send` at x.loop:10 and of `MPI_Bcast` at x.loop:11, "
                             "ranks 0 and 1 wait for each other"});
    CHECK(said(with("MPI_Reduce", 0)) ==
          Sentences{needed + "the messages of `MPI_Send` at x.loop:10 and of `MPI_Reduce` at x.loop:11, "
                             "ranks 0 and 1 wait for each other"});
}

TEST_CASE("a collective operation whose data are taken after a message needs a buffer", "[calls]") {
    const auto with = [](const std::string& name, int root) {
        Log early(0), late(1);
        return CallLogs{gathers(early, name, 11, root).sends(12, 1, 5),
                        gathers(late.receives(10, 0, 5), name, 11, root)};
    };
    for (const char* const name : {"MPI_Bcast", "MPI_Scatter"})
        CHECK(said(with(name, 0)) == Sentences{needed + "the message of `" + name +
                                               "` at x.loop:11, ranks 0 and 1 wait for each other; "
                                               "rank 1 is in `MPI_Recv` at x.loop:10"});
    for (const char* const name : {"MPI_Reduce", "MPI_Gather"})
        CHECK(said(with(name, 1)) == Sentences{needed + "the message of `" + name +
                                               "` at x.loop:11, ranks 0 and 1 wait for each other; "
                                               "rank 1 is in `MPI_Recv` at x.loop:10"});
}

TEST_CASE("what a machine without buffers ends needs none", "[calls]") {
    check_silent({Log(0).sends(10, 1, 5), Log(1).receives(11, 0, 5)});
    check_silent({Log(0).sends(10, 1, 5).receives(11, 1, 5), Log(1).receives(20, 0, 5).sends(21, 0, 5)});
    Log zero(0), one(1), two(2);
    check_silent({swaps(zero, 10, 1, 2), swaps(one, 10, 2, 0), swaps(two, 10, 0, 1)});
    const auto posts_first = [](int own, int other) {
        return Log(own)
            .posts(9, other, 5, ints, 1)
            .sends(10, other, 5)
            .message(CallEvent::Received, "MPI_Wait", 11, other, 5, 0, 1);
    };
    check_silent({posts_first(0, 1), posts_first(1, 0)});
    Log buffered(0), sends(1);
    buffered.message(CallEvent::Send, "MPI_Bsend", 10, 1, 5).receives(11, 1, 5);
    check_silent({buffered, sends.sends(20, 0, 5).receives(21, 0, 5)});
}

TEST_CASE("nothing is said of messages where another one may come first", "[calls]") {
    const auto said_of_buffers = [](const CallLogs& logs) {
        int count = 0;
        for (const CallFinding& finding : compare_call_logs(logs, {}))
            if (finding.what == Kind::NeededBuffer) ++count;
        return count;
    };
    // Rank 0 may receive from rank 2 first.
    const CallLogs logs{Log(0).takes(10, 1, 5).sends(11, 1, 6).takes(10, 2, 5).sends(11, 2, 6),
                        Log(1).sends(20, 0, 5).sends(21, 2, 7).receives(22, 0, 6),
                        Log(2).sends(30, 0, 5).receives(31, 0, 6).receives(32, 1, 7)};
    CHECK(said_of_buffers(logs) == 0);
    const auto head_on = [](int own, int other) {
        return Log(own).sends(10, other, 5).receives(11, other, 5);
    };
    CHECK(said_of_buffers({head_on(0, 1), head_on(1, 0)}) == 1);
    CHECK(said_of_buffers({head_on(0, 1).runs_on(), head_on(1, 0)}) == 0);
    CHECK(said_of_buffers({head_on(0, 1).lacks(log_misses_messages), head_on(1, 0)}) == 0);
    CHECK(said_of_buffers({head_on(0, 1).lacks(log_misses_threads), head_on(1, 0)}) == 0);
    CHECK(said_of_buffers({head_on(0, 1).lacks(log_is_full), head_on(1, 0)}) == 1);
}

TEST_CASE("each line that needs a buffer is named once", "[calls]") {
    const auto rank = [](int own, int other) {
        Log log(own);
        for (int pass = 0; pass < 3; ++pass)
            log.sends(10, other, 5).receives(11, other, 5).sends(20, other, 6).receives(21, other, 6);
        return log;
    };
    CHECK(said({rank(0, 1), rank(1, 0), rank(2, 3), rank(3, 2)}) ==
          Sentences{needed + "the message of `MPI_Send` at x.loop:10, ranks 0 and 1 wait for each other",
                    needed + "the message of `MPI_Send` at x.loop:20, ranks 0 and 1 wait for each other"});
}

// Each message is sent and received by both at the same moment of a made-up time, so no rank ever waits.
TEST_CASE("programs that ran without buffers are silent", "[calls]") {
    std::mt19937 random(7);
    for (int trial = 0; trial < 200; ++trial) {
        const int ranks = 2 + static_cast<int>(random() % 5);
        std::vector<Log> logs;
        for (int rank = 0; rank < ranks; ++rank)
            logs.emplace_back(rank);
        for (int step = 0; step < 40; ++step) {
            const auto from = random() % static_cast<unsigned>(ranks);
            const auto to =
                (from + 1 + random() % static_cast<unsigned>(ranks - 1)) % static_cast<unsigned>(ranks);
            if (random() % 8 == 0)
                for (Log& log : logs)
                    log.operates(step % 2 == 0 ? "MPI_Barrier" : "MPI_Bcast", 30, step % 2 == 0 ? -1 : 0);
            logs[from].sends(10, static_cast<int>(to), 5);
            logs[to].receives(20, static_cast<int>(from), 5);
        }
        check_silent(CallLogs(logs.begin(), logs.end()));
    }
}
