#include "made_call_logs.h"

#include <catch2/catch.hpp>

using namespace loop_tests;

TEST_CASE("one-sided accesses are in epochs", "[calls]") {
    const auto epoch = [](Log log, const std::string& name, std::uint64_t line, int target = -1) {
        return log.window(CallEvent::Epoch, name, line, target);
    };
    const auto put = [](Log log, std::uint64_t line, int target) {
        return log.window(CallEvent::Access, "MPI_Put", line, target);
    };
    CHECK(said({put(Log(0), 10, 1)}) ==
          Sentences{"epoch: `MPI_Put` at x.loop:10 is outside an epoch of its window (rank 0)"});
    CHECK(only({put(Log(0), 10, 1)}).weight == Weight::Note);
    CHECK(said({put(epoch(Log(0), "MPI_Win_fence", 9), 10, 1)}) ==
          Sentences{"epoch: no `MPI_Win_fence` follows `MPI_Put` at x.loop:10 (rank 0)"});
    check_silent({epoch(put(epoch(Log(0), "MPI_Win_fence", 9), 10, 1), "MPI_Win_fence", 11)});
    check_silent({epoch(put(epoch(Log(0), "MPI_Win_lock", 9, 1), 10, 1), "MPI_Win_unlock", 11, 1)});
    check_silent({epoch(put(epoch(Log(0), "MPI_Win_lock_all", 9), 10, 1), "MPI_Win_unlock_all", 11)});
    check_silent({epoch(put(epoch(Log(0), "MPI_Win_start", 9), 10, 1), "MPI_Win_complete", 11)});
    check_silent({epoch(epoch(Log(0), "MPI_Win_post", 9), "MPI_Win_wait", 11)});
    CHECK(said({epoch(Log(0), "MPI_Win_unlock", 9, 1)}) ==
          Sentences{
              "epoch: `MPI_Win_unlock` at x.loop:9 closes or flushes an epoch that is not open (rank 0)"});
    CHECK(said({epoch(Log(0), "MPI_Win_lock", 9, 1)}) ==
          Sentences{"epoch: the epoch of `MPI_Win_lock` at x.loop:9 is never closed (rank 0)"});
    CHECK(
        said({epoch(epoch(epoch(Log(0), "MPI_Win_lock", 9, 1), "MPI_Win_lock", 10, 1), "MPI_Win_unlock", 11,
                    1)}) ==
        Sentences{"epoch: `MPI_Win_lock` at x.loop:10 begins an epoch in that of `MPI_Win_lock` at x.loop:9, "
                  "which is not closed (rank 0)"});
    check_silent({epoch(
        epoch(epoch(epoch(Log(0), "MPI_Win_lock", 9, 1), "MPI_Win_lock", 10, 2), "MPI_Win_unlock", 11, 1),
        "MPI_Win_unlock", 12, 2)});
    check_silent({epoch(epoch(Log(0), "MPI_Win_fence", 9), "MPI_Win_fence", 10)});
    check_silent({epoch(Log(0), "MPI_Win_lock", 9, 1).runs_on()});
}

TEST_CASE("a receive from any source may race", "[calls]") {
    const Log one = Log(1).sends(20, 0, 5), two = Log(2).sends(30, 0, 5);
    SECTION("a note if a later receive would lack its message") {
        const CallFinding finding = only({Log(0).takes(10, 1, 5).receives(11, 2, 5), one, two});
        CHECK(finding.weight == Weight::Note);
        CHECK(finding.text(all_lines()) ==
              "message race: `MPI_Recv` at x.loop:10 on rank 0 got the message of `MPI_Send` at x.loop:20 on "
              "rank 1, and could have got that of `MPI_Send` at x.loop:30 on rank 2; then `MPI_Recv` at "
              "x.loop:11 would lack its message");
        CallContext others;
        others.other_communication = true;
        CHECK(said({Log(0).takes(10, 1, 5).receives(11, 2, 5), one, two}, others).empty());
    }
    SECTION("else a fact: farms work in any order") {
        const CallFinding finding = only({Log(0).takes(10, 1, 5).takes(10, 2, 5), one, two});
        CHECK(finding.weight == Weight::Fact);
    }
    SECTION("not if the tags choose") {
        check_silent({Log(0).takes(10, 1, 5, ints, 5).receives(11, 2, 6), one, Log(2).sends(30, 0, 6)});
        CHECK(only({Log(0).takes(10, 1, 5).receives(11, 2, 6), one, Log(2).sends(30, 0, 6)}).weight ==
              Weight::Note);
    }
    SECTION("not if a later receive from any source makes up for it") {
        const Log twice = Log(2).sends(30, 0, 5).sends(31, 0, 5);
        for (const CallFinding& finding :
             compare_call_logs({Log(0).takes(10, 1, 5).receives(11, 2, 5).takes(12, 2, 5), one, twice}, {}))
            CHECK(finding.weight == Weight::Fact);
    }
    SECTION("not if the other message was sent later") {
        const auto waits = [](Log log) { return log.operates("MPI_Barrier", 15); };
        check_silent(
            {waits(Log(0).takes(10, 1, 5)).receives(11, 2, 5), waits(one), waits(Log(2)).sends(30, 0, 5)});
        const Log told = Log(0).takes(10, 1, 5).sends(12, 2, 7).receives(11, 2, 5);
        check_silent({told, one, Log(2).receives(29, 0, 7).sends(30, 0, 5)});
    }
    SECTION("the types decide too") {
        CHECK(only({Log(0).takes(10, 1, 5).takes(11, 2, 5, doubles), one, Log(2).sends(30, 0, 5, doubles)})
                  .weight == Weight::Note);
    }
    SECTION("nothing is said of logs that lack something") {
        check_silent({Log(0).takes(10, 1, 5).receives(11, 2, 5).lacks(log_misses_order), one, two});
    }
}
