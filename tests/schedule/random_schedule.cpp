#include "tests/schedule/random_schedule.h"

#include <algorithm>
#include <numeric>

namespace loop::tests {

using namespace schedule;

namespace {

/// Random messages among so many ranks.
Messages random_messages(std::mt19937& random, int ranks) {
    const auto number = [&](int least, int most) {
        return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
    };
    for (;;) {
        const Messages each{number(0, ranks - 1), number(1, 3), number(0, ranks - 1), number(-2, 3),
                            number(1, 5),         number(0, 9), number(1, 3),         0};
        const auto is_rank = [&](long long rank) { return rank >= 0 && rank < ranks; };
        if (is_rank(each.from + (each.count - 1) * each.from_step) &&
            is_rank(each.to + (each.count - 1) * each.to_step))
            return each;
    }
}

} // namespace

Schedule random_schedule(std::mt19937& random) {
    Schedule all;
    all.ranks = 2 + static_cast<int>(random() % 150);
    Execution& one = all.executions.emplace_back();
    one.ranks = {{0, all.ranks - 1}};
    std::vector<int> members(static_cast<std::size_t>(all.ranks));
    std::iota(members.begin(), members.end(), 0);
    std::shuffle(members.begin(), members.end(), random);
    members.resize(static_cast<std::size_t>(all.ranks) / 2 + 1);
    all.groups = {{members.size(), members}};
    if (members.size() % 2 == 0) all.groups[0].size /= 2;
    const auto group_size = static_cast<int>(all.groups[0].size);
    for (std::uint32_t i = 0; i < 6; ++i) {
        Operation operation;
        operation.call = "SEND";
        operation.line = static_cast<int>(i % 4);
        operation.group = i % 3 == 2 ? 0 : Operation::all_ranks;
        operation.is_measured = i != 1;
        operation.pattern = i;
        operation.size = static_cast<long long>(random() % 100);
        Pattern& pattern = all.patterns.emplace_back();
        for (unsigned run = 0; run < random() % 4; ++run)
            pattern.push_back(random_messages(random, operation.group == 0 ? group_size : all.ranks));
        one.operations.push_back(operation);
        Folded part;
        part.number = i;
        part.times = 1 + random() % 3;
        one.program.push_back(part);
    }
    return all;
}

} // namespace loop::tests
