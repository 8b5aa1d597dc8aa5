#include "made_outcomes.h"
#include "runner/outcome/hang/rank_status.h"
#include "runner/outcome/hang/waiting.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace hang_test;
using namespace loop;
using namespace loop::runner;
using Class = HangReason::Class;
using Sentences = std::vector<std::string>;

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
