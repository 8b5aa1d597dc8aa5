#include "runner/outcome/hang/rank_status.h"
#include "runner/outcome/hang/reason.h"
#include "runner/outcome/hang/waiting.h"
#include "runner/outcome/hang/watch.h"
#include "runner/system/files.h"
#include "runtime/stall/processes.h"
#include "support.h"

#include <catch2/catch.hpp>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

using namespace loop;
using namespace loop::runner;
using Class = HangReason::Class;
using Sentences = std::vector<std::string>;

namespace {

RankOutcome outcome(int rank, const RankPlace& place) {
    return {rank, std::nullopt, {RecordProblem::Kind::Missing}, place, std::nullopt};
}

RankOutcome in_construct(int rank, Construct construct, int line, std::vector<std::int64_t> arguments = {},
                         int partner = waits_for_partners) {
    RankPlace place = seen(RankState::InConstruct, true, line, 0, construct);
    place.waits = WaitKind::Construct;
    place.waits_for = partner;
    std::copy(arguments.begin(), arguments.end(), place.arguments);
    return outcome(rank, place);
}

RankOutcome in_mpi(int rank, WaitKind kind, const std::string& where, int partner,
                   std::vector<std::int64_t> arguments = {}) {
    RankPlace place = seen(RankState::HostCode, false, 3, 0, Construct::Open0);
    place.waits = kind;
    place.waits_for = partner;
    std::copy(arguments.begin(), arguments.end(), place.arguments);
    RankOutcome result = outcome(rank, place);
    result.calls.now = where;
    return result;
}

/// The rank is in collective operation `operation` on this communicator.
RankOutcome on(RankOutcome rank, std::uint64_t communicator, const std::vector<std::int32_t>& members = {},
               std::int64_t operation = 0) {
    rank.last_seen->communicator = communicator;
    rank.last_seen->operation = operation;
    if (!members.empty())
        rank.last_seen->members =
            pack_members(members.data(), static_cast<std::int64_t>(members.size()), 1000);
    return rank;
}

RankOutcome closing(int rank, int line) {
    return in_construct(rank, Construct::Close0, line, {}, waits_for_everyone);
}

/// Sets the previous place of the rank to `line`.
RankOutcome after(RankOutcome rank, int line) {
    rank.last_seen->previous = pack_place(Construct::Exchange, line, true);
    return rank;
}

HangReason reason(const std::vector<RankOutcome>& ranks) {
    return reason_of_hang(ranks, "x.loop");
}

constexpr auto exchange = Construct::Exchange;

/// A records folder in which this process is every rank.
class Records {
public:
    explicit Records(int ranks) {
        for (int rank = 0; rank < ranks; ++rank) {
            RankStatus status{};
            std::memcpy(status.magic, rank_status_magic, sizeof status.magic);
            status.lifecycle = static_cast<int>(RankState::HostCode);
            status.pid = ::getpid();
            statuses.push_back(status);
        }
        write();
    }
    void wait(int rank) {
        statuses[static_cast<std::size_t>(rank)].waiting =
            pack_waiting(waits_ += one_wait, WaitKind::Construct, waits_for_partners);
    }
    void compute(int rank) { statuses[static_cast<std::size_t>(rank)].waiting = waits_; }
    void write() const {
        for (std::size_t rank = 0; rank < statuses.size(); ++rank)
            write_file(folder.path() / ("rank-" + std::to_string(rank) + ".status"),
                       {reinterpret_cast<const char*>(&statuses[rank]), sizeof statuses[rank]});
    }

    TemporaryDirectory folder;
    std::vector<RankStatus> statuses;

private:
    std::uint64_t waits_ = 0;
};

HangWatch::Clock::time_point at(double seconds) {
    return HangWatch::Clock::time_point(
        std::chrono::duration_cast<HangWatch::Clock::duration>(std::chrono::duration<double>(seconds)));
}

} // namespace

TEST_CASE("ranks hang if all of them wait for longer than the limit", "[hang]") {
    Records launch(2);
    HangWatch watch(look_at_local_ranks(launch.folder.path(), 2), {1.0, 1});
    launch.wait(0);
    launch.wait(1);
    launch.write();
    for (const double seconds : {1.0, 1.5, 2.0}) // until both are known to be stalled
        CHECK_FALSE(watch.look(at(seconds)));
    SECTION("when nothing moves") {
        CHECK_FALSE(watch.look(at(2.9)));
        CHECK(watch.look(at(3.1)));
        CHECK(watch.stall_seconds()[1] > 1);
    }
    SECTION("not while one of them computes, however long") {
        launch.compute(1);
        launch.write();
        for (const double seconds : {3.0, 5.0, 100.0, 1000.0})
            CHECK_FALSE(watch.look(at(seconds)));
    }
    SECTION("not while one of them waits anew each time") {
        for (const double seconds : {3.0, 5.0, 100.0, 1000.0}) {
            launch.wait(0);
            launch.write();
            CHECK_FALSE(watch.look(at(seconds)));
        }
    }
    SECTION("not where nothing is known of one") {
        std::filesystem::remove(launch.folder.path() / "rank-1.status");
        CHECK_FALSE(watch.look(at(10)));
        CHECK_FALSE(watch.look(at(20)));
        CHECK_FALSE(watch.look(at(40)));
    }
    SECTION("nor when all are done") {
        for (RankStatus& status : launch.statuses)
            status.lifecycle = static_cast<int>(RankState::Closed);
        launch.write();
        CHECK_FALSE(watch.look(at(10)));
        CHECK_FALSE(watch.look(at(20)));
        CHECK_FALSE(watch.look(at(40)));
    }
}

TEST_CASE("the limit adapts to the run", "[hang]") {
    Records launch(2);
    CHECK(HangWatch(look_at_local_ranks(launch.folder.path(), 2), {std::nullopt, 1}).limit_seconds() == 10);
    CHECK(HangWatch(look_at_local_ranks(launch.folder.path(), 2), {std::nullopt, 9}).limit_seconds() == 12);
    CHECK(HangWatch(look_at_local_ranks(launch.folder.path(), 2), {3.0, 9}).limit_seconds() == 3);
    HangWatch watch(look_at_local_ranks(launch.folder.path(), 2), {std::nullopt, 1});
    launch.wait(0);
    launch.wait(1);
    launch.write();
    for (const double seconds : {1.0, 1.5, 2.0, 5.0})
        watch.look(at(seconds));
    launch.wait(0);
    launch.write();
    watch.look(at(6)); // stalled from 2 to 6
    CHECK(watch.limit_seconds() == Approx(80));
    launch.statuses[0].place = pack_place(exchange, 3, true);
    launch.statuses[0].arguments[0] = 100000000;
    launch.write();
    for (const double seconds : {7.0, 8.0})
        watch.look(at(seconds));
    CHECK(watch.limit_seconds() == Approx(80 + 10));
    // Impossible values that do not fit in the types of their fields.
    launch.statuses[0].arguments[0] = std::int64_t(1) << 62;
    launch.write();
    for (const double seconds : {9.0, 10.0})
        watch.look(at(seconds));
    CHECK(watch.limit_seconds() > 1e9);
}

TEST_CASE("the reason for a hang is found", "[hang]") {
    SECTION("different arguments") {
        const HangReason found =
            reason({in_construct(0, exchange, 5, {8, 1, 1}), in_construct(1, exchange, 5, {16, 1, 1})});
        CHECK(found.what == Class::DifferentArguments);
        CHECK(found.sentence ==
              "different arguments: the size of `\\EXCHANGE` at x.loop:5 is not the same on all "
              "ranks: 8 on rank 0, 16 on rank 1");
    }
    SECTION("a type that nobody sends") {
        RankOutcome sender = closing(0, 9);
        sender.last_seen->sent[1] = {2, 1, 5, picl_communicator};
        const HangReason found =
            reason({sender, in_construct(1, Construct::PiclRecv, 6, {8, 6, -1}, waits_for_somebody)});
        CHECK(found.what == Class::DifferentArguments);
        CHECK(found.sentence ==
              "different arguments: rank 1 waits in `recv0` at x.loop:6 for a message of type 6, "
              "but the last one from rank 0 has type 5");
    }
    SECTION("somebody who does not come") {
        const HangReason found = reason({in_construct(0, exchange, 5, {8, 1, 1}), after(closing(1, 9), 3)});
        CHECK(found.what == Class::MissingParticipant);
        CHECK(found.sentence ==
              "missing participant: rank 0 waits in `\\EXCHANGE` at x.loop:5 for rank 1, which "
              "is in `\\CLOSE0` at x.loop:9");
    }
    SECTION("a loop that somebody has left") {
        CHECK(reason({after(in_construct(0, exchange, 5, {8, 1, 1}), 6), after(closing(1, 9), 6)}).what ==
              Class::EarlyExit);
        CHECK(reason({after(in_construct(0, exchange, 5, {8, 1, 1}), 4), after(closing(1, 9), 4)}).what ==
              Class::MissingParticipant);
    }
    SECTION("constructs in another order") {
        CHECK(reason({in_construct(0, exchange, 5, {8, 1, 1}),
                      in_construct(1, Construct::Communicate, 7, {8, 1, 1})})
                  .sentence ==
              "different sequence: rank 0 waits in `\\EXCHANGE` at x.loop:5 for rank 1, which "
              "waits in `\\COMMUNICATE` at x.loop:7");
    }
    SECTION("pairs that ranks work out differently") {
        const auto send = [](int rank, std::int64_t pairs, int partner) {
            const std::int32_t partners[] = {partner};
            return in_construct(rank, Construct::Send, 5,
                                {8, pairs, static_cast<std::int64_t>(pack_members(partners, 1, 3))});
        };
        CHECK(
            reason({send(0, 77, 1), send(1, 88, 2), send(2, 77, 0)}).sentence ==
            "different arguments: the pairs or sizes of `\\SEND` at x.loop:5 are not the same on all ranks: "
            "one on ranks 0 and 2, one on rank 1");
        CHECK(
            reason({send(0, 77, 1), after(closing(1, 9), 3), after(closing(2, 9), 3)}).sentence ==
            "missing participant: rank 0 waits in `\\SEND` at x.loop:5 for rank 1, which is in `\\CLOSE0` at "
            "x.loop:9");
    }
    SECTION("a rank that has not started what another one finishes") {
        const auto finish = [](int rank, int partner) {
            const std::int32_t partners[] = {partner};
            const auto started = static_cast<std::int64_t>(pack_place(Construct::Send, 5, false));
            return in_construct(rank, Construct::Finish, 8,
                                {started, 0, static_cast<std::int64_t>(pack_members(partners, 1, 3))});
        };
        const std::vector<RankOutcome> ranks{finish(0, 1), after(closing(1, 9), 3), after(closing(2, 9), 3)};
        CHECK(reason(ranks).sentence == "missing participant: rank 0 waits in `\\FINISH` for `\\SEND` of "
                                        "x.loop:5 at x.loop:8 for rank 1, "
                                        "which is in `\\CLOSE0` at x.loop:9");
        CHECK(rank_status_messages(ranks, "x.loop")[0] ==
              "rank 0 waits in `\\FINISH` for `\\SEND` of x.loop:5 at x.loop:8 for rank 1");
    }
    SECTION("a rank that does not ask for passes") {
        const auto deal = [](int rank, std::int64_t count, std::int64_t hash,
                             const std::vector<std::int32_t>& others, int partner) {
            const auto left = static_cast<std::int64_t>(others.size());
            return in_construct(
                rank, Construct::Deal, 5,
                {count, hash, static_cast<std::int64_t>(pack_members(others.data(), left, 4))}, partner);
        };
        const RankOutcome dealer = deal(0, 10, 77, {2, 3}, waits_for_somebody);
        const RankOutcome asking = deal(3, 10, 77, {}, 0);
        CHECK(
            reason({dealer, after(closing(1, 9), 3), after(closing(2, 9), 3), asking}).sentence ==
            "missing participant: rank 0 waits in `\\DEAL` at x.loop:5 for rank 2, which is in `\\CLOSE0` at "
            "x.loop:9");
        CHECK(
            rank_status_messages({dealer, closing(1, 9), closing(2, 9), asking}, "x.loop")[0] ==
            "ranks 0 and 3 wait in `\\DEAL` (count 10) at x.loop:5: rank 0 for a request from any of ranks 2 "
            "and 3, rank 3 for rank 0");
        CHECK(
            reason({dealer, deal(1, 10, 88, {}, 0), deal(2, 10, 77, {}, 0), asking}).sentence ==
            "different arguments: BY, GIVE, RETURN, or CHUNK of `\\DEAL` at x.loop:5 is not the same on all "
            "ranks: one on ranks 0, 2 and 3, one on rank 1");
        CHECK(reason({dealer, deal(1, 11, 77, {}, 0), deal(2, 10, 77, {}, 0), asking}).sentence ==
              "different arguments: the count of `\\DEAL` at x.loop:5 is not the same on all ranks: 10 on "
              "ranks "
              "0, 2 and 3, 11 on rank 1");
    }
    SECTION("a cycle, shown as one") {
        const auto receive = [](int rank, int from) {
            return in_mpi(rank, WaitKind::Recv, "x.loop:8", from, {1, 4});
        };
        const HangReason found = reason({receive(0, 1), receive(1, 2), receive(2, 0)});
        CHECK(found.what == Class::Cycle);
        CHECK(found.sentence ==
              "cycle of waits: rank 0 in `MPI_Recv` at x.loop:8 waits for rank 1 in `MPI_Recv` at "
              "x.loop:8 waits for rank 2 in `MPI_Recv` at x.loop:8, which waits for rank 0 again");
    }
    SECTION("receives everywhere") {
        const auto receive = [](int rank) {
            return in_construct(rank, Construct::PiclRecv, 6, {8, 6, -1}, waits_for_somebody);
        };
        CHECK(reason({receive(0), receive(1)}).what == Class::Cycle);
    }
}

TEST_CASE("collective operations are compared within their communicator", "[hang]") {
    const auto allreduce = [](int rank, std::int64_t count, std::int64_t type = 6) {
        return in_mpi(rank, WaitKind::Allreduce, "x.loop:8", waits_for_everyone, {count, -1, type});
    };
    SECTION("other counts in one of them are different arguments") {
        CHECK(reason({on(allreduce(0, 10), 7, {0, 1}, 3), on(allreduce(1, 20), 7, {0, 1}, 3)}).sentence ==
              "different arguments: the count of `MPI_Allreduce` at x.loop:8 is not the same on all ranks: "
              "10 on "
              "rank 0, 20 on rank 1");
    }
    SECTION("not in two of them, nor of two operations, nor where nothing is known") {
        CHECK(reason({on(allreduce(0, 10), 7, {0, 2}, 3), on(allreduce(1, 20), 8, {1, 3}, 3), closing(2, 9),
                      closing(3, 9)})
                  .what == Class::MissingParticipant);
        CHECK(reason({on(allreduce(0, 10), 7, {0, 1}, 3), on(allreduce(1, 20), 7, {0, 1}, 4)}).what !=
              Class::DifferentArguments);
        CHECK(reason({allreduce(0, 10), allreduce(1, 20)}).what != Class::DifferentArguments);
    }
    SECTION("nor empty ones of other types, nor bytes or unknown types with others") {
        CHECK(reason({on(allreduce(0, 0, 6), 7, {}, 3), on(allreduce(1, 0, 12), 7, {}, 3)}).what !=
              Class::DifferentArguments);
        CHECK(reason({on(allreduce(0, 4, 1), 7, {}, 3), on(allreduce(1, 1, 6), 7, {}, 3)}).what !=
              Class::DifferentArguments);
        CHECK(reason({on(allreduce(0, 4, 0), 7, {}, 3), on(allreduce(1, 1, 6), 7, {}, 3)}).what !=
              Class::DifferentArguments);
    }
    SECTION("two that need each other on communicators of their own") {
        CHECK(reason({on(allreduce(0, 10), 7, {0, 1}, 1), on(allreduce(1, 10), 8, {0, 1}, 1)}).sentence ==
              "different arguments: the communicator of `MPI_Allreduce` at x.loop:8 is not the same on all "
              "ranks: one on rank 0, another on rank 1");
    }
    SECTION("only members are needed") {
        const RankOutcome waiting = on(allreduce(0, 10), 7, {0, 2}, 1);
        CHECK_FALSE(needs(waiting, 1, 4));
        CHECK(needs(waiting, 2, 4));
        CHECK(rank_status_messages({waiting}, "x.loop") ==
              Sentences{
                  "rank 0 waits in `MPI_Allreduce` (count 10) at x.loop:8 for the other members of rank 0"});
    }
}

TEST_CASE("the members of a communicator fit in one word", "[hang]") {
    const auto packed = [](const std::vector<std::int32_t>& ranks, int world) {
        return pack_members(ranks.data(), static_cast<std::int64_t>(ranks.size()), world);
    };
    CHECK(packed({0, 1, 2}, 3) == 0);
    using Members = std::vector<std::int32_t>;
    for (const Members& members : std::vector<Members>{{0, 3, 62}, {7}, {100, 200, 300}, {63}}) {
        const std::uint64_t word = packed(members, 1000);
        for (std::int32_t rank = 0; rank < 1000; ++rank)
            CHECK(may_be_member(word, rank) ==
                  (std::find(members.begin(), members.end(), rank) != members.end()));
    }
    CHECK(packed({1, 2, 100}, 1000) == unknown_members);
    CHECK(may_be_member(unknown_members, 5));
}

TEST_CASE("a rank does not wait for a message that it has received", "[hang]") {
    const auto receive = [](int rank, int from, std::int64_t tag) {
        return on(in_mpi(rank, WaitKind::Recv, "x.loop:8", from, {1, tag}), world_communicator);
    };
    RankOutcome sender = receive(0, 1, 2), receiver = receive(1, 0, 2);
    sender.last_seen->sent[1] = {2, 1, 1, world_communicator};
    SECTION("one that was not") {
        CHECK(reason({sender, receiver}).sentence == "different arguments: rank 1 waits in `MPI_Recv` at "
                                                     "x.loop:8 for a message of tag 2, but the last "
                                                     "one from rank 0 has tag 1");
    }
    SECTION("one that was") {
        receiver.last_seen->received[0] = {1, 1, 1, world_communicator};
        CHECK(reason({sender, receiver}).what == Class::Cycle);
    }
    SECTION("one of which the status says nothing, as the entry belongs to another rank") {
        receiver.last_seen->received[0] = {1 + told_partners, 1, 1, world_communicator};
        CHECK(reason({sender, receiver}).what == Class::Cycle);
    }
    SECTION("on another communicator") {
        sender.last_seen->sent[1] = {2, 1, 2, 77};
        CHECK(reason({sender, receiver}).sentence == "different arguments: rank 1 waits in `MPI_Recv` at "
                                                     "x.loop:8 for a message, but the last one "
                                                     "from rank 0 is on another communicator");
    }
    SECTION("by PICL") {
        sender.last_seen->sent[1] = {2, 1, 1, picl_communicator};
        CHECK(reason({sender, receiver}).what == Class::Cycle);
    }
}

TEST_CASE("a wait names the call that started the operation", "[hang]") {
    RankOutcome wait = on(in_mpi(0, WaitKind::Wait, "x.loop:8", waits_for_everyone, {4, 1, 6}), 7, {0, 2}, 1);
    wait.last_seen->begun = WaitKind::Ibcast;
    wait.calls.begun = "x.loop:5";
    CHECK(rank_status_messages({wait, closing(1, 9), closing(2, 9)}, "x.loop")[0] ==
          "rank 0 waits in `MPI_Wait` for `MPI_Ibcast` of x.loop:5 (count 4, root 1) at x.loop:8 for the "
          "other members of ranks 0 and 2");
    CHECK(reason({wait, closing(1, 9), closing(2, 9)}).sentence ==
          "missing participant: rank 0 waits in `MPI_Wait` at x.loop:8 for rank 2, which is in "
          "`\\CLOSE0` at x.loop:9");
    SECTION("a message is one, with its tag") {
        wait = in_mpi(0, WaitKind::Wait, "x.loop:8", 1, {0, 3, 0});
        wait.last_seen->begun = WaitKind::Irecv;
        CHECK(rank_status_messages({wait, closing(1, 9)}, "x.loop")[0] ==
              "rank 0 waits in `MPI_Wait` for `MPI_Irecv` (tag 3) at x.loop:8 for rank 1");
    }
    SECTION("a request that was never started") {
        const auto receive = [](int rank, int from) {
            return in_mpi(rank, WaitKind::Recv, "x.loop:8", from, {1, 2});
        };
        RankOutcome other = receive(1, 0);
        other.last_seen->prepared = {1, 2, static_cast<std::uint64_t>(WaitKind::Send_init), 1};
        other.calls.prepared = "x.loop:4";
        CHECK(
            reason({receive(0, 1), other}).sentence ==
            "nobody sends: rank 0 waits in `MPI_Recv` at x.loop:8, and rank 1 has created a request for that "
            "message (`MPI_Send_init` at x.loop:4) but never started it");
    }
}

TEST_CASE("if other threads may call MPI, CPU time is not considered", "[hang]") {
    Records launch(1);
    HangWatch watch(look_at_local_ranks(launch.folder.path(), 1), {1.0, 1});
    launch.wait(0);
    // This process has one more thread than its first one, about which nothing is known.
    std::atomic<bool> goes_on{true};
    std::thread sleeper([&] {
        while (goes_on)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    });
    launch.statuses[0].own_threads = count_threads(::getpid()) - 1;
    const auto hangs = [&] {
        launch.write();
        bool hangs = false;
        for (const double seconds : {1.0, 1.5, 2.0, 4.0, 6.0})
            hangs = watch.look(at(seconds));
        return hangs;
    };
    SECTION("one that sleeps may send yet") {
        CHECK_FALSE(hangs());
    }
    SECTION("one that waits in MPI does not") {
        launch.statuses[0].waiting_threads = 1;
        CHECK(hangs());
    }
    SECTION("one that cannot call MPI does not") {
        launch.statuses[0].own_threads = 0;
        CHECK(hangs());
    }
    goes_on = false;
    sleeper.join();
}

TEST_CASE("the status of many ranks takes a few lines", "[hang]") {
    std::vector<RankOutcome> ranks;
    for (int rank = 0; rank < 64; ++rank)
        ranks.push_back(rank == 7 ? outcome(rank, seen(RankState::Exited, false, 3, 0))
                                  : in_construct(rank, Construct::VisibleSync, 5, {}, waits_for_everyone));
    CHECK(rank_status_messages(ranks, "x.loop", std::vector<double>(64, 12)) ==
          Sentences{
              "ranks 0 to 6 and 8 to 63 wait in `\\VISIBLE_SYNC` at x.loop:5 for the other ranks, for 12 s",
              "rank 7 exited without `\\CLOSE0` (code 0), after `\\EXCHANGE` at x.loop:3"});
    CHECK(
        rank_status_messages(
            {in_construct(0, exchange, 5, {8, 1, 1}), in_mpi(1, WaitKind::Bcast, "x.loop:8", -3, {4, 0})},
            "x.loop") ==
        Sentences{
            "rank 0 waits in `\\EXCHANGE` (size 8, distance 1, number of partners 1) at x.loop:5 for rank 1",
            "rank 1 waits in `MPI_Bcast` (count 4, root 0) at x.loop:8 for the other ranks"});
}

TEST_CASE("invalid status words cause no crash", "[hang]") {
    RankOutcome odd = in_construct(0, exchange, 5, {-8, -1, 0});
    CHECK(awaited_ranks(odd, 4).empty());
    odd.last_seen->waits = static_cast<WaitKind>(60000);
    odd.last_seen->waits_for = 1 << 22;
    CHECK(awaited_ranks(odd, 4).empty());
    CHECK_FALSE(reason({odd, odd}).sentence.empty());
}

TEST_CASE("ranks that have closed or refused are finalizing while rank 0 is", "[hang]") {
    Records launch(2);
    const auto finalising = [&](RankState of_0, int detail, RankState of_1) {
        launch.statuses[0].lifecycle = static_cast<int>(of_0);
        launch.statuses[0].detail = detail;
        launch.statuses[1].lifecycle = static_cast<int>(of_1);
        launch.write();
        return are_finalising(launch.folder.path(), 2);
    };
    CHECK(finalising(RankState::Closed, in_finalisation, RankState::Closed));
    CHECK_FALSE(finalising(RankState::Closed, 0, RankState::Closed));
    CHECK_FALSE(finalising(RankState::Closed, in_finalisation, RankState::HostCode));
    CHECK(finalising(RankState::Refused, 2, RankState::Refused));
    CHECK_FALSE(finalising(RankState::Refused, 2, RankState::HostCode));
    CHECK_FALSE(finalising(RankState::HostCode, 0, RankState::Refused));
}
