#include "base/schedule/local.h"

#include "base/schedule/pattern_counts.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::schedule {

namespace {

/// Calls `visit(i)` for each i with first + i step = rank.
template <typename Visit>
void visit_of(long long first, long long step, long long count, long long rank, Visit visit) {
    if (step == 0) {
        if (first == rank)
            for (long long i = 0; i < count; ++i)
                visit(i);
        return;
    }
    const long long away = rank - first;
    if (away % step == 0 && away / step >= 0 && away / step < count) visit(away / step);
}

LocalOperation local(const Execution& execution, const Operation& operation, int rank) {
    LocalOperation here;
    here.kind = operation.kind;
    here.phase = operation.phase;
    here.work = operation.work;
    if (operation.kind != OperationKind::Communication) return here;
    here.receives_first = operation.call == "RELAY" || operation.call.rfind("TREE_", 0) == 0;
    for (const Messages& each :
         among_ranks(execution.patterns[operation.pattern], groups_of(execution, operation.group))) {
        const long long bytes = each.bytes * operation.size;
        visit_of(each.from, each.from_step, each.count, rank, [&](long long i) {
            here.sends.push_back(
                {static_cast<int>(each.to + i * each.to_step), bytes, each.times, each.place});
        });
        visit_of(each.to, each.to_step, each.count, rank, [&](long long i) {
            here.receives.push_back(
                {static_cast<int>(each.from + i * each.from_step), bytes, each.times, each.place});
        });
    }
    const auto by_place = [](const LocalMessages& a, const LocalMessages& b) { return a.place < b.place; };
    std::stable_sort(here.sends.begin(), here.sends.end(), by_place);
    std::sort(here.receives.begin(), here.receives.end(), [](const LocalMessages& a, const LocalMessages& b) {
        return a.place != b.place ? a.place < b.place : a.partner < b.partner;
    });
    return here;
}

} // namespace

const Execution& execution_of(const Schedule& schedule, int rank) {
    for (const Execution& execution : schedule.executions)
        if (execution.has(rank)) return execution;
    throw FormatError(fmt::format("the program was not executed as rank {}", rank));
}

std::vector<LocalOperation> local_operations(const Schedule& schedule, int rank) {
    const Execution& execution = execution_of(schedule, rank);
    std::vector<LocalOperation> all;
    for (const Operation& operation : execution.operations)
        all.push_back(local(execution, operation, rank));
    return all;
}

} // namespace loop::schedule
