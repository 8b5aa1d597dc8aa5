#include "base/schedule/counts.h"
#include "tests/schedule/random_schedule.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

using namespace loop;
using namespace loop::schedule;
using loop::tests::random_schedule;

namespace {

/// The same, by visiting every message.
struct Expected {
    Traffic all, across, to_oneself, not_measured;
    std::map<long long, Traffic> sent, received, offsets;
    std::map<std::pair<long long, long long>, Traffic> pairs;
    std::map<int, long long> largest_h;

    explicit Expected(const Schedule& schedule) : schedule_(schedule), half_(schedule.ranks / 2) {
        for (const Execution& one : schedule.executions)
            for (const std::uint32_t number : unfolded(one.program))
                add(one.operations[number]);
    }

private:
    void add(const Operation& operation) {
        if (operation.group < 0) return add(operation, nullptr);
        const Groups& groups = schedule_.groups[0];
        for (std::size_t first = 0; first < groups.members.size(); first += groups.size)
            add(operation, groups.members.data() + first);
    }

    void add(const Operation& operation, const int* members) {
        std::map<long long, long long> sends, receives;
        const auto rank = [&](long long number) { return members == nullptr ? number : members[number]; };
        for (const Messages& each : schedule_.patterns[operation.pattern])
            for (long long i = 0; i < each.all(); ++i) {
                const long long from = rank(each.from + i / each.times * each.from_step);
                const long long to = rank(each.to + i / each.times * each.to_step);
                const Traffic message{1, each.bytes * operation.size};
                for (Traffic* sum :
                     {&all, &sent[from], &received[to], &offsets[to - from], &pairs[{from, to}]})
                    *sum += message;
                if ((from < half_) != (to < half_)) across += message;
                if (from == to) to_oneself += message;
                if (!operation.is_measured) not_measured += message;
                long long& h = largest_h[operation.line];
                h = std::max({h, sends[from] += message.bytes, receives[to] += message.bytes});
            }
    }

    const Schedule& schedule_;
    long long half_;
};

void require_same(const Traffic& a, const Traffic& b) {
    REQUIRE(a.messages == b.messages);
    REQUIRE(a.bytes == b.bytes);
}

} // namespace

TEST_CASE("counting gives the same as visiting every message") {
    std::mt19937 random(1);
    for (int round = 0; round < 500; ++round) {
        const Schedule schedule = random_schedule(random);
        const Counts counts = count(schedule);
        Expected expected(schedule);
        require_same(counts.all, expected.all);
        require_same(counts.across, expected.across);
        require_same(counts.to_oneself, expected.to_oneself);
        require_same(counts.not_measured, expected.not_measured);
        REQUIRE(counts.by_offset.size() == expected.offsets.size());
        for (const auto& [offset, traffic] : counts.by_offset)
            require_same(traffic, expected.offsets[offset]);
        for (std::size_t rank = 0; rank < counts.by_rank.size(); ++rank) {
            require_same(counts.by_rank[rank].sent, expected.sent[static_cast<long long>(rank)]);
            require_same(counts.by_rank[rank].received, expected.received[static_cast<long long>(rank)]);
        }
        for (const LineCounts& line : counts.lines)
            REQUIRE(line.largest_h == expected.largest_h[line.line]);
        std::vector<std::vector<Traffic>> matrix(counts.matrix.size(),
                                                 std::vector<Traffic>(counts.matrix.size()));
        for (const auto& [pair, traffic] : expected.pairs)
            matrix[static_cast<std::size_t>(pair.first / counts.block)]
                  [static_cast<std::size_t>(pair.second / counts.block)] += traffic;
        for (std::size_t row = 0; row < matrix.size(); ++row)
            for (std::size_t column = 0; column < matrix.size(); ++column)
                require_same(counts.matrix[row][column], matrix[row][column]);
    }
}

TEST_CASE("a computation counts for each rank that does it") {
    const auto counted = [](const std::string& executions) {
        return count(read_schedule("loop-schedule 3\nranks 4\n" + executions));
    };
    const std::string measured = "computation WORK 1 1 -1 -1 2 0 10 0 a.loop\n";
    const Counts one_for_all = counted("execution 0-3\n" + measured + "program 0*3\n");
    REQUIRE(one_for_all.work == Work{24, 0, 120, 0});
    for (const RankCounts& rank : one_for_all.by_rank)
        REQUIRE(rank.work == Work{6, 0, 30, 0});

    const Counts by_rank = counted("execution 0\n" + measured + "program 0\nexecution 1-3\n" + measured +
                                   "by-rank 0 0 5 0\nprogram 0*2\n");
    REQUIRE(by_rank.work == Work{14, 0, 10 + 2 * (10 + 15 + 20), 0});
    REQUIRE(by_rank.phases.at(0).work == by_rank.work);
    REQUIRE(by_rank.by_rank[3].work == Work{4, 0, 40, 0});

    const Counts different =
        counted("execution 0 2-3\nphase a\ncomputation WORK 1 1 0 -1 0 0 1 0 a.loop\nprogram 0*5\n"
                "execution 1\n" +
                measured + "computation WORK 1 0 -1 -1 0 0 100 0 a.loop\nprogram 0 1\n");
    REQUIRE(different.work == Work{2, 0, 25, 0});
    REQUIRE(different.by_rank[0].work == Work{0, 0, 5, 0});
    REQUIRE(different.by_rank[1].work == Work{2, 0, 10, 0});
    REQUIRE(different.phases[0].name == "a");
    REQUIRE(different.phases[0].work == Work{0, 0, 15, 0});
    REQUIRE(different.phases[1].work == Work{2, 0, 10, 0});
}

TEST_CASE("the first rank of groups that do the same tells what all compute") {
    const Counts counts = count(read_schedule("loop-schedule 3\nranks 6\ngroups 2 0 3 1 4\nexecution 0\n"
                                              "computation WORK 1 1 -1 0 0 0 7 0 a.loop\n"
                                              "computation WORK 2 1 -1 -1 0 0 1 0 a.loop\nprogram 0*2 1\n"
                                              "execution 1\ncomputation WORK 1 1 -1 0 0 0 7 0 a.loop\n"
                                              "computation WORK 2 1 -1 -1 0 0 1 0 a.loop\nprogram 0*2 1\n"));
    REQUIRE(counts.work == Work{0, 0, 4 * 14 + 6, 0});
    REQUIRE(counts.by_rank[4].work == Work{0, 0, 15, 0});
    REQUIRE(counts.by_rank[5].work == Work{0, 0, 1, 0});
}

TEST_CASE("collective operations count what ranks give and get, in each group") {
    const Schedule schedule = read_schedule(
        "loop-schedule 3\nranks 8\ngroups 4 0 2 4 6 1 3 5 7\npattern 0\nexecution 0-7\nphase sum\n"
        "operation ALLREDUCE 1 1 0 -1 0 8 together a.loop\ncollective -1 - -\n"
        "operation BCAST 2 0 -1 0 0 100 together a.loop\ncollective 3 - -\n"
        "operation SCAN 3 1 -1 0 0 10 together a.loop\ncollective -1 - -\n"
        "operation ALLTOALL 4 1 -1 -1 0 5 together a.loop\nprogram 0*3 1 2 3\n"); // of the last one, nothing
                                                                                  // is known
    const Counts counts = count(schedule);
    REQUIRE(counts.lines.size() == 4);
    CHECK(counts.lines[0].collective.given == 3 * 8 * 8);
    CHECK(counts.lines[1].collective.given == 2 * 100); // by rank 6, and by rank 7
    CHECK(counts.lines[1].collective.got == 2 * 3 * 100);
    CHECK(counts.lines[1].collective_not_measured.given == 2 * 100);
    CHECK(counts.lines[2].collective.given == 2 * 3 * 10);
    CHECK(counts.lines[3].collective.is_empty());
    CHECK(counts.by_rank[6].collective.given == 3 * 8 + 100);
    CHECK(counts.by_rank[0].collective.got == 3 * 8 + 100);
    CHECK(counts.by_rank[7].collective.got == 3 * 8 + 10);
    CHECK(counts.phases[0].collective.given == 3 * 8 * 8);
    CHECK(counts.collective_across == 3 * 16 + 2 * 100 + 2 * 10);
    CHECK(counts.all.messages == 0);
    CHECK(counts.across.bytes == 0);
}
