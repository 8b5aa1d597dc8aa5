#include "runner/outcome/calls/compare_logs.h"
#include "runner/system/files.h"

#include <loop/calls.h>
#include <loop/rank_status.h>

#include <catch2/catch.hpp>

#include <cstring>
#include <iterator>

using namespace loop;
using namespace loop::runner;
using Kind = CallFinding::Class;
using Weight = CallFinding::Weight;
using Sentences = std::vector<std::string>;

namespace {

constexpr std::uint64_t ints = 6, doubles = 12, mixed = 1000;

std::uint16_t index_of(std::string_view name) {
    for (std::size_t i = 0; i < std::size(all_calls); ++i)
        if (all_calls[i].name == name) return static_cast<std::uint16_t>(i);
    return 0;
}

/// The log of a rank that is being written. `line`: also the address of the call.
class Log {
public:
    explicit Log(int rank) {
        log_.rank = rank;
        log_.misses = 0;
        log_.closed = true;
    }

    LoggedCall& add(CallEvent event, const std::string& name, std::uint64_t line) {
        LoggedCall& call = log_.calls.emplace_back(LoggedCall{});
        call.event = event;
        call.call = index_of(name);
        call.address = line;
        call.partner = -1;
        call.communicator = world_communicator;
        return call;
    }
    Log& operates(const std::string& name, std::uint64_t line, int root = -1, std::int64_t count = 1,
                  std::uint64_t type = ints, std::int32_t combine = 0) {
        LoggedCall& call = add(CallEvent::Collective, name, line);
        call.partner = root, call.count = count, call.type = type, call.combine = combine;
        return *this;
    }
    Log& message(CallEvent event, const std::string& name, std::uint64_t line, int partner, int tag,
                 std::uint64_t type = ints, std::uint64_t request = 0) {
        LoggedCall& call = add(event, name, line);
        call.partner = partner, call.tag = tag, call.type = type, call.count = 1, call.request = request;
        return *this;
    }
    Log& sends(std::uint64_t line, int to, int tag, std::uint64_t type = ints, std::uint64_t request = 0) {
        return message(CallEvent::Send, request == 0 ? "MPI_Send" : "MPI_Isend", line, to, tag, type,
                       request);
    }
    Log& posts(std::uint64_t line, int from, int tag, std::uint64_t type = ints, std::uint64_t request = 0) {
        return message(CallEvent::Receive, request == 0 ? "MPI_Recv" : "MPI_Irecv", line, from, tag, type,
                       request);
    }
    Log& got(std::uint64_t line, int from, int tag, std::uint64_t request = 0) {
        return message(CallEvent::Received, "MPI_Recv", line, from, tag, 0, request);
    }
    /// A blocking receive that got what it names.
    Log& receives(std::uint64_t line, int from, int tag, std::uint64_t type = ints) {
        return posts(line, from, tag, type).got(line, from, tag);
    }
    /// One from any source.
    Log& takes(std::uint64_t line, int from, int tag, std::uint64_t type = ints, int wanted_tag = -1) {
        return posts(line, -1, wanted_tag, type).got(line, from, tag);
    }
    Log& ends(CallEvent event, std::uint64_t request) {
        add(event, "MPI_Wait", 99).request = request;
        return *this;
    }
    Log& object(CallEvent event, const std::string& name, std::uint64_t line, CallObject object,
                std::uint64_t number) {
        LoggedCall& call = add(event, name, line);
        call.object = object, call.request = number, call.communicator = 0;
        return *this;
    }
    Log& window(CallEvent event, const std::string& name, std::uint64_t line, int target = -1) {
        LoggedCall& call = add(event, name, line);
        call.partner = target, call.communicator = 77;
        return *this;
    }
    Log& on(std::uint64_t communicator) {
        log_.calls.back().communicator = communicator;
        return *this;
    }
    Log& runs_on() {
        log_.closed = false;
        return *this;
    }
    Log& lacks(std::uint32_t what) {
        log_.misses |= what;
        return *this;
    }

    operator CallLog() const { return log_; } // NOLINT: logs are given as lists

private:
    CallLog log_;
};

/// Line n of x.loop has address n.
CallLines all_lines() {
    CallLines lines;
    for (std::uint64_t line = 1; line < 100; ++line)
        lines[line] = "x.loop:" + std::to_string(line);
    return lines;
}

Sentences said(const CallLogs& logs, const CallContext& context = {}) {
    Sentences sentences;
    for (const CallFinding& finding : compare_call_logs(logs, context))
        sentences.push_back(finding.text(all_lines()));
    return sentences;
}

CallFinding only(const CallLogs& logs, const CallContext& context = {}) {
    const CallFindings findings = compare_call_logs(logs, context);
    REQUIRE(findings.size() == 1);
    return findings[0];
}

void check_silent(const CallLogs& logs) {
    CHECK(said(logs) == Sentences{});
}

} // namespace

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
    check_silent({Log(0).sends(10, 0, 5).receives(11, 0, 5)});
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
            check_silent({Log(0).sends(10, 1, 5), one});
        CHECK(said({Log(0).sends(10, 1, 5), posted(0, 4)}).size() == 1);
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
        check_silent({zero, one});
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

namespace {

std::string file_of(const CallLog& log, int ranks) {
    CallLogHeader header{};
    std::memcpy(header.magic, call_log_magic, sizeof header.magic);
    header.rank = log.rank, header.ranks = ranks, header.misses = log.misses, header.closed = log.closed;
    header.calls = static_cast<std::int64_t>(log.calls.size());
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    return bytes.append(reinterpret_cast<const char*>(log.calls.data()),
                        log.calls.size() * sizeof(LoggedCall));
}

} // namespace

TEST_CASE("a log is read if it is whole, and else says nothing", "[calls]") {
    const TemporaryDirectory folder({}, "calls");
    const auto file = folder.path() / "rank-1.calls";
    const std::string good = file_of(Log(1).receives(20, 0, 5), 2);
    const auto read = [&](const std::string& bytes, std::size_t most = 100) {
        write_file(file, bytes);
        return read_call_log(file, 1, 2, most);
    };
    const auto says_nothing = [](const CallLog& log) {
        return log.calls.empty() && !log.tells(log_misses_messages) && !log.closed;
    };
    CHECK(says_nothing(read_call_log(folder.path() / "no", 1, 2, 100)));
    const CallLog log = read(good);
    CHECK(log.calls.size() == 2);
    CHECK(log.is_whole(log_misses_messages));
    CHECK(call_name(log.calls[0]) == "MPI_Recv");
    SECTION("a part of it") {
        const CallLog part = read(good, 1);
        CHECK(part.calls.size() == 1);
        CHECK(part.tells(log_misses_messages));
        CHECK_FALSE(part.is_whole(log_misses_messages));
    }
    SECTION("a file that is cut or wrong") {
        for (const std::size_t bytes : {0UL, 8UL, 63UL, 64UL, 100UL, 191UL})
            CHECK(says_nothing(read(good.substr(0, bytes))));
        const auto changed = [&](std::size_t at, char byte) {
            std::string bytes = good;
            bytes[at] = byte;
            return read(bytes);
        };
        CHECK(says_nothing(changed(0, 'X')));
        CHECK(says_nothing(changed(8, 3)));                                  // another rank
        CHECK(says_nothing(changed(12, 3)));                                 // of other ranks
        CHECK(says_nothing(changed(offsetof(CallLogHeader, calls) + 6, 1))); // too many calls
        CHECK(says_nothing(changed(offsetof(CallLogHeader, calls) + 7, -1)));
        CHECK(says_nothing(changed(64, 0))); // no event
        CHECK(says_nothing(changed(64, 100)));
        CHECK(says_nothing(changed(65, 100))); // no object
        CHECK(call_name(changed(67, 100).calls[0]) == "an MPI call");
    }
}

TEST_CASE("a log shows whether a rank has made its call before", "[calls]") {
    CHECK(is_first_call(Log(0).operates("MPI_Bcast", 3).operates("MPI_Barrier", 5), 5));
    CHECK(is_first_call(Log(0).operates("MPI_Bcast", 3).posts(4, 1, 1, ints, 9), 5)); // in the MPI_Wait
    CHECK(!is_first_call(
        Log(0).operates("MPI_Barrier", 5).operates("MPI_Bcast", 3).operates("MPI_Barrier", 5), 5));
    CHECK(!is_first_call(
        Log(0).operates("MPI_Barrier", 3).operates("MPI_Bcast", 4).operates("MPI_Barrier", 3), 5));
    CHECK(!is_first_call(Log(0), 5));
    CHECK(!is_first_call(Log(0).operates("MPI_Bcast", 3).operates("MPI_Barrier", 5).lacks(log_is_full), 5));
}
