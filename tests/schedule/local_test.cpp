#include "base/schedule/local.h"
#include "tests/schedule/random_schedule.h"

#include <catch2/catch.hpp>

#include <map>
#include <tuple>

using namespace loop::schedule;
using loop::tests::random_schedule;

TEST_CASE("every send has its receive") {
    std::mt19937 random(2);
    for (int round = 0; round < 200; ++round) {
        const Schedule schedule = random_schedule(random);
        using Message =
            std::tuple<std::size_t, int, int, long long, long long>; // operation, from, to, bytes, place
        std::map<Message, long long> open;
        long long sent = 0;
        for (int rank = 0; rank < schedule.ranks; ++rank) {
            const std::vector<LocalOperation> operations = local_operations(schedule, rank);
            for (std::size_t i = 0; i < operations.size(); ++i) {
                for (const LocalMessages& each : operations[i].sends) {
                    open[{i, rank, each.partner, each.bytes, each.place}] += each.times;
                    sent += each.times;
                }
                for (const LocalMessages& each : operations[i].receives)
                    open[{i, each.partner, rank, each.bytes, each.place}] -= each.times;
            }
        }
        for (const auto& [message, left] : open)
            REQUIRE(left == 0);
        long long all = 0;
        for (const Operation& operation : schedule.executions[0].operations)
            for (const Messages& each : schedule.patterns[operation.pattern])
                all +=
                    each.all() * static_cast<long long>(operation.group < 0 ? 1 : schedule.groups[0].count());
        REQUIRE(sent == all);
    }
}

TEST_CASE("a rank that was not executed has no operations") {
    const Schedule schedule = read_schedule("loop-schedule 3\nranks 4\nexecution 0\n");
    REQUIRE_THROWS_AS(local_operations(schedule, 1), FormatError);
    REQUIRE(local_operations(schedule, 0).empty());
}

TEST_CASE("a rank has its phases and its computations") {
    const Schedule schedule =
        read_schedule("loop-schedule 3\nranks 2\nexecution 0\nphase a\nexecution 1\nphase a\n"
                      "enter PHASE 1 1 0 -1 a.loop\ncomputation WORK 2 1 0 -1 0 0.25 0 0 a.loop\n"
                      "leave PHASE 1 1 0 -1 a.loop\nprogram 0 1*3 2\n");
    REQUIRE(local_operations(schedule, 0).empty());
    const std::vector<LocalOperation> all = local_operations(schedule, 1);
    REQUIRE(all[0].kind == OperationKind::EnterPhase);
    REQUIRE(all[0].phase == 0);
    REQUIRE(all[1].work == Work{0, 0.25, 0, 0});
    REQUIRE(all[1].sends.empty());
    REQUIRE(all[2].kind == OperationKind::LeavePhase);
}

TEST_CASE("operations are in the order of their places") {
    const Schedule schedule = read_schedule("loop-schedule 3\nranks 4\npattern 3\n"
                                            "messages 0 1 1 1 3 1 1 1\nmessages 1 1 0 1 3 1 2 0\n"
                                            "messages 0 1 2 0 2 1 1 0\nexecution 0-3\n"
                                            "operation RELAY 3 1 -1 -1 0 8 together a.loop\nprogram 0\n");
    const std::vector<LocalOperation> all = local_operations(schedule, 2);
    REQUIRE(all[0].sends == std::vector<LocalMessages>{{1, 8, 2, 0}, {3, 8, 1, 1}});
    REQUIRE(all[0].receives ==
            std::vector<LocalMessages>{{0, 8, 1, 0}, {1, 8, 1, 0}, {3, 8, 2, 0}, {1, 8, 1, 1}});
}
