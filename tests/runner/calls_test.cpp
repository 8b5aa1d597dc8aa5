#include "made_call_logs.h"

#include <catch2/catch.hpp>

using namespace loop_tests;

TEST_CASE("operations that are the same on all ranks are not reported", "[calls]") {
    Log zero(0), one(1);
    for (Log* log : {&zero, &one})
        log->operates("MPI_Bcast", 10, 0, 4).operates("MPI_Iallreduce", 11, -1, 2, doubles, 3);
    check_silent({zero, one});
    check_silent({Log(0), Log(1)});
}

TEST_CASE("operations in another order are a different sequence", "[calls]") {
    const Log zero = Log(0).operates("MPI_Bcast", 10, 0).operates("MPI_Barrier", 11);
    CHECK(said({zero, Log(1).operates("MPI_Barrier", 12).operates("MPI_Bcast", 13, 0)}) ==
          Sentences{"different sequence: collective operation 1 of MPI_COMM_WORLD is `MPI_Bcast` at "
                    "x.loop:10 on rank 0, `MPI_Barrier` at x.loop:12 on rank 1"});
    CHECK(said({zero, Log(1).operates("MPI_Ibcast", 12, 0).operates("MPI_Barrier", 13)}) ==
          Sentences{"different sequence: collective operation 1 of MPI_COMM_WORLD is `MPI_Bcast` at "
                    "x.loop:10 on rank 0, `MPI_Ibcast` at x.loop:12 on rank 1"});
    SECTION("also if the ranks never came further") {
        CHECK(only({Log(0).operates("MPI_Bcast", 10, 0).runs_on(),
                    Log(1).operates("MPI_Barrier", 12).runs_on()})
                  .what == Kind::DifferentSequence);
    }
    SECTION("on each communicator apart") {
        const auto on_both = [](int rank, bool swapped) {
            Log log(rank);
            log.operates(swapped ? "MPI_Barrier" : "MPI_Bcast", 10).on(5);
            return log.operates(swapped ? "MPI_Bcast" : "MPI_Barrier", 11).on(6);
        };
        CHECK(said({on_both(0, false), on_both(1, true)}).size() == 2);
        check_silent({on_both(0, false), on_both(1, false)});
    }
}

TEST_CASE("an operation that a rank leaves out has a missing participant", "[calls]") {
    const auto both = [](int rank) { return Log(rank).operates("MPI_Reduce", 10, 0); };
    CHECK(said({both(0), both(1), Log(2)}) ==
          Sentences{"missing participant: ranks 0 and 1 have called `MPI_Reduce` at x.loop:10 (collective "
                    "operation 1 of MPI_COMM_WORLD), and rank 2 has reached `\\CLOSE0` without it"});
    SECTION("in the middle of others") {
        const auto all = [&](int rank) { return both(rank).operates("MPI_Barrier", 11); };
        const Log without = Log(1).operates("MPI_Barrier", 12);
        const CallFinding finding = only({all(0), without, all(2)});
        CHECK(finding.what == Kind::MissingParticipant);
        CHECK(finding.ranks == std::vector<int>{1});
    }
    SECTION("but not if it may still come, or if the log lacks it") {
        check_silent({both(0), both(1), Log(2).runs_on()});
        for (const auto what : {log_is_full, log_misses_threads, log_misses_collectives})
            check_silent({both(0), both(1), Log(2).lacks(what)});
        check_silent({both(0), CallLog{1}});
    }
    SECTION("only of members of the communicator") {
        check_silent(
            {both(0).operates("MPI_Barrier", 11).on(5), both(1).operates("MPI_Barrier", 11).on(5), both(2)});
        const auto member = [](int rank) {
            Log log(rank);
            return log.object(CallEvent::Made, "MPI_Comm_dup", 9, CallObject::Communicator, 1).on(5);
        };
        const auto freed = [&](int rank) {
            return member(rank).object(CallEvent::Freed, "MPI_Comm_free", 20, CallObject::Communicator, 1);
        };
        Log calls = member(0);
        calls.operates("MPI_Barrier", 11).on(5);
        calls.object(CallEvent::Freed, "MPI_Comm_free", 20, CallObject::Communicator, 1);
        CHECK(only({calls, freed(1)}).what == Kind::MissingParticipant);
    }
    SECTION("a call that frees is none of them") {
        check_silent({both(0).operates("MPI_Comm_free", 12), both(1)});
    }
}

TEST_CASE("arguments of an operation must be the same", "[calls]") {
    const auto differ = [](const Log& one) {
        const Log zero = Log(0).operates("MPI_Reduce", 10, 0, 4, ints, 2);
        return said({zero, one, Log(2).operates("MPI_Reduce", 10, 0, 4, ints, 2)});
    };
    CHECK(
        differ(Log(1).operates("MPI_Reduce", 10, 1, 4, ints, 2)) ==
        Sentences{"different arguments: the root of `MPI_Reduce` at x.loop:10 is not the same on all ranks: "
                  "0 on ranks 0 and 2, 1 on rank 1"});
    CHECK(differ(Log(1).operates("MPI_Reduce", 11, 0, 5, ints, 2)) ==
          Sentences{"different arguments: the count of `MPI_Reduce` at x.loop:10 and of `MPI_Reduce` at "
                    "x.loop:11 is not the same on all ranks: 4 on ranks 0 and 2, 5 on rank 1"});
    CHECK(
        differ(Log(1).operates("MPI_Reduce", 10, 0, 4, doubles, 2)) ==
        Sentences{"different arguments: the type of `MPI_Reduce` at x.loop:10 is not the same on all ranks: "
                  "one on ranks 0 and 2, one on rank 1"});
    CHECK(differ(Log(1).operates("MPI_Reduce", 10, 0, 4, ints, 3)) ==
          Sentences{"different arguments: the MPI_Op of `MPI_Reduce` at x.loop:10 is not the same on all "
                    "ranks: one on ranks 0 and 2, one on rank 1"});
    SECTION("unless they are unknown, match all, or have no elements") {
        CHECK(differ(Log(1).operates("MPI_Reduce", 10, -1, -1, 0, 0)).empty());
        CHECK(differ(Log(1).operates("MPI_Reduce", 10, 0, 16, bytes_signature, 2)).empty());
        CHECK(differ(Log(1).operates("MPI_Reduce", 10, 0, 0, doubles, 2)).empty());
        CHECK(differ(Log(1).operates("MPI_Reduce", 10, 0, 3, mixed, 2)).empty());
    }
    SECTION("mixed elements are compared if their number is the same") {
        const auto one = [](int rank, std::uint64_t type, std::int64_t count) {
            return Log(rank).operates("MPI_Bcast", 10, 0, count, type);
        };
        CHECK(said({one(0, mixed, 4), one(1, mixed + 1, 4)}).size() == 1);
        CHECK(said({one(0, mixed, 4), one(1, mixed + 1, 6)}).size() == 1);
        CHECK(said({one(0, mixed, 4), one(1, ints, 4)}).size() == 1);
        check_silent({one(0, mixed, 4), one(1, mixed, 4)});
    }
}

TEST_CASE("a message that no receive got was never received", "[calls]") {
    CHECK(said({Log(0).sends(10, 1, 5), Log(1)}) ==
          Sentences{"message never received: 1 message of `MPI_Send` at x.loop:10 on rank 0 to rank 1 (tag "
                    "5)"});
    CHECK(said({Log(0).sends(10, 1, 5).sends(10, 1, 6), Log(1)}) ==
          Sentences{"message never received: 2 messages of `MPI_Send` at x.loop:10 on rank 0 to rank 1"});
    CHECK(only({Log(0).sends(10, 1, 5).sends(11, 1, 5), Log(1).receives(20, 0, 5)}).what ==
          Kind::NeverReceived);
    CHECK(only({Log(0).sends(10, 1, 5).on(7), Log(1).receives(20, 0, 5).on(8)}).what == Kind::NeverReceived);
    check_silent({Log(0).sends(10, 1, 5), Log(1).receives(20, 0, 5)});
    check_silent({Log(0).sends(10, 0, 5, ints, 1).receives(11, 0, 5).ends(CallEvent::Completed, 1)});
    SECTION("but not if a receive may have got it, or may still come") {
        check_silent({Log(0).sends(10, 1, 5), Log(1).runs_on()});
        for (const auto what : {log_is_full, log_misses_threads, log_misses_messages})
            check_silent({Log(0).sends(10, 1, 5), Log(1).lacks(what)});
        const auto posted = [](int from, int tag) {
            return Log(1)
                .posts(20, from, tag, ints, 3)
                .object(CallEvent::Freed, "MPI_Request_free", 21, CallObject::Request, 3);
        };
        for (const Log& one : {posted(0, 5), posted(-1, 5), posted(0, -1), posted(-1, -1)})
            CHECK(only({Log(0).sends(10, 1, 5), one}).what == Kind::ReceiveFreed);
        CHECK(said({Log(0).sends(10, 1, 5), posted(0, 4)}).size() == 2);
        check_silent({Log(0).sends(10, 1, 5).on(0), Log(1)});
        check_silent({Log(0).sends(10, 1, 5), Log(1).posts(20, 0, 5).on(0).got(20, 0, 5).on(0)});
    }
    SECTION("and not if it was canceled") {
        check_silent({Log(0).sends(10, 1, 5, ints, 1).ends(CallEvent::Canceled, 1), Log(1)});
        CHECK(only({Log(0).sends(10, 1, 5), Log(1).posts(20, 0, 5, ints, 1).ends(CallEvent::Canceled, 1)})
                  .what == Kind::NeverReceived);
    }
}

TEST_CASE("the type of a message must be that of its receive", "[calls]") {
    CHECK(said({Log(0).sends(10, 1, 5), Log(1).receives(20, 0, 5, doubles)}) ==
          Sentences{"different arguments: the datatype of `MPI_Recv` at x.loop:20 on rank 1 does not match "
                    "that of `MPI_Send` at x.loop:10 on rank 0, whose message it received"});
    check_silent({Log(0).sends(10, 1, 5), Log(1).receives(20, 0, 5, bytes_signature)});
    check_silent({Log(0).sends(10, 1, 5), Log(1).receives(20, 0, 5, 0)});
    check_silent({Log(0).sends(10, 1, 5, mixed), Log(1).receives(20, 0, 5, mixed)});
    SECTION("messages are received in the order in which they were sent") {
        const Log zero = Log(0).sends(10, 1, 5).sends(11, 1, 5, doubles);
        check_silent({zero, Log(1).takes(20, 0, 5).takes(21, 0, 5, doubles)});
        CHECK(said({zero, Log(1).takes(20, 0, 5, doubles).takes(21, 0, 5)}).size() == 2);
        check_silent(
            {zero,
             Log(1).posts(20, 0, 5, ints, 1).posts(21, 0, 5, doubles, 2).got(30, 0, 5, 2).got(30, 0, 5, 1)});
    }
    SECTION("a receive that may have got it makes the rest uncertain") {
        const Log zero = Log(0).sends(10, 1, 5).sends(11, 1, 5, doubles);
        const Log one = Log(1)
                            .posts(20, -1, 5, ints, 1)
                            .object(CallEvent::Freed, "MPI_Request_free", 21, CallObject::Request, 1)
                            .receives(22, 0, 5, doubles);
        CHECK(only({zero, one}).what == Kind::ReceiveFreed);
    }
    SECTION("a message that a probe found has the type of its receive") {
        Log one(1);
        one.message(CallEvent::Receive, "MPI_Mprobe", 20, 0, 5, 0, 4);
        one.message(CallEvent::Received, "MPI_Mrecv", 21, 0, 5, doubles, 4);
        CHECK(said({Log(0).sends(10, 1, 5), one}) ==
              Sentences{"different arguments: the datatype of `MPI_Mrecv` at x.loop:21 on rank 1 does not "
                        "match that of `MPI_Send` at x.loop:10 on rank 0, whose message it received"});
    }
}

TEST_CASE("what was left is a fact, and with `strict` a fault", "[calls]") {
    const auto dup = [](int rank) {
        return Log(rank).object(CallEvent::Made, "MPI_Comm_dup", 10, CallObject::Communicator, 1);
    };
    CHECK(said({dup(0), dup(1)}) ==
          Sentences{"never freed: communicator made by `MPI_Comm_dup` at x.loop:10 (ranks 0 and 1)"});
    CHECK(only({dup(0), dup(1)}).weight == Weight::Fact);
    CallContext strict;
    strict.strict = true;
    CHECK(only({dup(0), dup(1)}, strict).weight == Weight::Fault);
    check_silent({dup(0).object(CallEvent::Freed, "MPI_Comm_free", 12, CallObject::Communicator, 1)});
    check_silent({dup(0).runs_on()});
    CHECK(said({dup(0).object(CallEvent::Made, "MPI_Comm_dup", 10, CallObject::Communicator, 2)}) ==
          Sentences{"never freed: communicator made by `MPI_Comm_dup` at x.loop:10 (2 times, rank 0)"});
}

TEST_CASE("a request that no call completed lacks a wait", "[calls]") {
    const Log one = Log(1).receives(20, 0, 5);
    CHECK(said({Log(0).sends(10, 1, 5, ints, 1), one}) ==
          Sentences{"missing wait: no call completed the request of `MPI_Isend` at x.loop:10 (rank 0)"});
    check_silent({Log(0).sends(10, 1, 5, ints, 1).ends(CallEvent::Completed, 1), one});
    check_silent({Log(0).posts(10, 1, 5, ints, 1).got(12, 1, 5, 1), Log(1).sends(20, 0, 5)});
    check_silent({Log(0)
                      .sends(10, 1, 5, ints, 1)
                      .object(CallEvent::Freed, "MPI_Request_free", 11, CallObject::Request, 1),
                  one});
    // A call that failed may have made no request.
    check_silent({Log(0).sends(10, 1, 5, ints, 1).lacks(log_misses_messages), one});
    SECTION("which is a note, and with `strict` a fault") {
        CHECK(only({Log(0).sends(10, 1, 5, ints, 1), one}).weight == Weight::Note);
        CallContext strict;
        strict.strict = true;
        CHECK(only({Log(0).sends(10, 1, 5, ints, 1), one}, strict).weight == Weight::Fault);
    }
    SECTION("a receive that is freed before it is complete is a fact") {
        const auto posted = [] { return Log(0).posts(10, 1, 5, ints, 1); };
        const auto freed = [](Log log) {
            return log.object(CallEvent::Freed, "MPI_Request_free", 11, CallObject::Request, 1);
        };
        const Log other = Log(1).sends(20, 0, 5);
        CHECK(said({freed(posted()), other}) ==
              Sentences{"receive freed: `MPI_Request_free` at x.loop:11 freed the request of `MPI_Irecv` at "
                        "x.loop:10 before a call completed the receive (rank 0)"});
        CHECK(only({freed(posted()), other}).weight == Weight::Fact);
        check_silent({freed(posted().got(12, 1, 5, 1)), other});
        check_silent({freed(posted().ends(CallEvent::Canceled, 1)), Log(1)});
        check_silent({freed(posted()).lacks(log_misses_messages), other});
    }
    SECTION("persistent ones must be freed too") {
        const auto prepared = [] {
            return Log(0).message(CallEvent::Prepared, "MPI_Send_init", 9, 1, 5, ints, 1);
        };
        CHECK(said({prepared(), Log(1)}) ==
              Sentences{"never freed: request made by `MPI_Send_init` at x.loop:9 (rank 0)"});
        CHECK(only({prepared().sends(10, 1, 5, ints, 1), one}).what == Kind::MissingWait);
        CHECK(only({prepared().sends(10, 1, 5, ints, 1).ends(CallEvent::Completed, 1), one}).what ==
              Kind::NeverFreed);
    }
}
