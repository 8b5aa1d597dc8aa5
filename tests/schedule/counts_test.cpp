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

    explicit Expected(const Schedule& schedule) : half_(schedule.ranks / 2) {
        for (const Execution& one : schedule.executions)
            for (const std::uint32_t number : unfolded(one.program))
                add(one, one.operations[number]);
    }

private:
    void add(const Execution& execution, const Operation& operation) {
        if (operation.group < 0) return add(execution, operation, nullptr);
        const Groups& groups = execution.groups[0];
        for (std::size_t first = 0; first < groups.members.size(); first += groups.size)
            add(execution, operation, groups.members.data() + first);
    }

    void add(const Execution& execution, const Operation& operation, const int* members) {
        std::map<long long, long long> sends, receives;
        const auto rank = [&](long long number) { return members == nullptr ? number : members[number]; };
        for (const Messages& each : execution.patterns[operation.pattern])
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
