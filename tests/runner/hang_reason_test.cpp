#include "made_outcomes.h"
#include "runner/outcome/hang/rank_status.h"
#include "runner/outcome/hang/waiting.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace hang_test;
using namespace loop;
using namespace loop::runner;
using Class = HangReason::Class;
using Sentences = std::vector<std::string>;

TEST_CASE("the reason for a hang is found", "[hang]") {
    SECTION("different arguments") {
        const HangReason found = reason({in_construct(0, Construct::Exchange, 5, {8, 1, 1}),
                                         in_construct(1, Construct::Exchange, 5, {16, 1, 1})});
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
        const HangReason found =
            reason({in_construct(0, Construct::Exchange, 5, {8, 1, 1}), after(closing(1, 9), 3)});
        CHECK(found.what == Class::MissingParticipant);
        CHECK(found.sentence ==
              "missing participant: rank 0 waits in `\\EXCHANGE` at x.loop:5 for rank 1, which "
              "is in `\\CLOSE0` at x.loop:9");
    }
    SECTION("a loop that somebody has left") {
        CHECK(reason({after(in_construct(0, Construct::Exchange, 5, {8, 1, 1}), 6), after(closing(1, 9), 6)})
                  .what == Class::EarlyExit);
        CHECK(reason({after(in_construct(0, Construct::Exchange, 5, {8, 1, 1}), 4), after(closing(1, 9), 4)})
                  .what == Class::MissingParticipant);
    }
    SECTION("constructs in another order") {
        CHECK(reason({in_construct(0, Construct::Exchange, 5, {8, 1, 1}),
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
        rank_status_messages({in_construct(0, Construct::Exchange, 5, {8, 1, 1}),
                              in_mpi(1, WaitKind::Bcast, "x.loop:8", -3, {4, 0})},
                             "x.loop") ==
        Sentences{
            "rank 0 waits in `\\EXCHANGE` (size 8, distance 1, number of partners 1) at x.loop:5 for rank 1",
            "rank 1 waits in `MPI_Bcast` (count 4, root 0) at x.loop:8 for the other ranks"});
}

TEST_CASE("invalid status words cause no crash", "[hang]") {
    RankOutcome odd = in_construct(0, Construct::Exchange, 5, {-8, -1, 0});
    CHECK(awaited_ranks(odd, 4).empty());
    odd.last_seen->waits = static_cast<WaitKind>(60000);
    odd.last_seen->waits_for = 1 << 22;
    CHECK(awaited_ranks(odd, 4).empty());
    CHECK_FALSE(reason({odd, odd}).sentence.empty());
}
