#include "base/schedule/local.h"

#include "base/schedule/pattern_counts.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

namespace loop::schedule {

namespace {

/// The positions of partners in the list of members, which are in the order of their numbers in each group.
class Numbers {
public:
    Numbers(const Groups* groups, const LocalOperation& here) {
        if (groups == nullptr || std::max(here.sends.size(), here.receives.size()) < 2) return;
        for (const auto* const all : {&here.sends, &here.receives})
            for (const LocalMessages& each : *all)
                of_.emplace(each.partner, 0);
        for (std::size_t i = 0; i < groups->members.size(); ++i)
            if (const auto partner = of_.find(groups->members[i]); partner != of_.end())
                partner->second = static_cast<int>(i);
    }
    int of(int rank) const { return of_.empty() ? rank : of_.at(rank); }

private:
    std::unordered_map<int, int> of_;
};

void sort_messages(std::vector<LocalMessages>& all, PartnerOrder order, const Numbers& numbers) {
    std::stable_sort(all.begin(), all.end(), [&](const LocalMessages& a, const LocalMessages& b) {
        if (order == PartnerOrder::Place && a.place != b.place) return a.place < b.place;
        if (order == PartnerOrder::Descending) return numbers.of(a.partner) > numbers.of(b.partner);
        return numbers.of(a.partner) < numbers.of(b.partner);
    });
}

} // namespace

const Execution& execution_of(const Schedule& schedule, int rank) {
    for (const Execution& execution : schedule.executions)
        if (execution.has(rank)) return execution;
    throw FormatError(fmt::format("the program was not executed as rank {}", rank));
}

LocalOperation local_operation(const Schedule& schedule, const Operation& operation, int rank) {
    LocalOperation here;
    here.kind = operation.kind;
    here.phase = operation.phase;
    here.work = operation.work;
    if (!(operation.step == Work{}))
        here.work.add(operation.step, steps_to(execution_of(schedule, rank), rank));
    if (operation.kind != OperationKind::Communication) return here;
    const Groups* const groups = groups_of(schedule, operation.group);
    for (const Messages& each : among_ranks(schedule.patterns[operation.pattern], groups)) {
        const long long bytes = each.bytes * operation.size;
        patterns::visit_steps(each.from, each.from_step, each.count, rank, [&](long long i) {
            here.sends.push_back(
                {static_cast<int>(each.to + i * each.to_step), bytes, each.times, each.place});
        });
        patterns::visit_steps(each.to, each.to_step, each.count, rank, [&](long long i) {
            here.receives.push_back(
                {static_cast<int>(each.from + i * each.from_step), bytes, each.times, each.place});
        });
    }
    const Numbers numbers(groups, here);
    sort_messages(here.sends, operation.sends, numbers);
    sort_messages(here.receives, operation.receives, numbers);
    return here;
}

std::vector<LocalOperation> local_operations(const Schedule& schedule, int rank) {
    std::vector<LocalOperation> all;
    for (const Operation& operation : execution_of(schedule, rank).operations)
        all.push_back(local_operation(schedule, operation, rank));
    return all;
}

} // namespace loop::schedule
