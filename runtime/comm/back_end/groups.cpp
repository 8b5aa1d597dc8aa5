#include "comm/group_plan.h"
#include "comm/matching/argument_matching.h"
#include "comm/matching/told_values.h"
#include "comm/sites.h"
#include "constructs/back_end.h"
#include "output/notes.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <algorithm>
#include <utility>

namespace loop {

using namespace runtime;

namespace {

bool matches(const GroupPlan& plan, const GroupCall& call) {
    return plan.groups.stays(call.groups.kept) && plan.order.stays(call.order.kept);
}

std::vector<ToldVariable> variables_of(const GroupCall& call) {
    std::vector<ToldVariable> all;
    add_variables(all, call.groups.kept);
    add_variables(all, call.order.kept);
    return all;
}

std::string groups_difference(const GroupCall& call, int rank, const RankStatus& other) {
    const std::string values = values_difference(variables_of(call), rank, other.pairs);
    return values.empty() ? concat("the groups of this line are not the same on rank ", rank)
                          : concat("the groups differ: ", values);
}

// Compares the groups with those that the ranks before and after this one have worked out.
void match_groups(const SiteEntry& entry, const GroupCall& call, std::uint64_t hash) {
    publish(entry.label + entry.calls, static_cast<std::int64_t>(hash));
    tell_values(variables_of(call));
    const int ranks = ranks_in_group();
    const int before = rank_of_member((rank_in_group() + ranks - 1) % ranks);
    const int after = rank_of_member((rank_in_group() + 1) % ranks);
    match_arguments({before, after},
                    [&](int rank, const RankStatus& other) { return groups_difference(call, rank, other); });
}

GroupPlan make(const SiteEntry& entry, const GroupCall& call) {
    const patterns::GroupPattern pattern = group_of(call);
    if (!pattern.is_taken && rank_in_group() == 0)
        add_note(concat(place_text(entry.site),
                        "\\AMONG: no rank is in a group, so no rank executes its statement"));
    std::vector<int> members;
    for (const int member : pattern.members)
        members.push_back(rank_of_member(member));
    return {call.groups.kept, call.order.kept, pattern.hash, &find_group(members, pattern.rank),
            pattern.takes};
}

std::size_t add(GroupPlans& plans, GroupPlan plan) {
    if (plans.plans.size() < GroupPlans::most) {
        plans.plans.push_back(plan);
        return plans.plans.size() - 1;
    }
    const std::size_t at = plans.oldest++ % GroupPlans::most;
    plans.plans[at] = plan;
    return at;
}

const GroupPlan& work_out_groups(SiteEntry& entry, const GroupCall& call) {
    const Excluded not_measured;
    if (entry.groups == nullptr) entry.groups = std::make_unique<GroupPlans>();
    GroupPlans& plans = *entry.groups;
    const auto known = std::find_if(plans.plans.begin(), plans.plans.end(),
                                    [&](const GroupPlan& plan) { return matches(plan, call); });
    if (known != plans.plans.end()) {
        plans.last = static_cast<std::size_t>(known - plans.plans.begin());
        return *known;
    }
    GroupPlan plan = make(entry, call);
    match_groups(entry, call, plan.hash);
    const auto same = std::find_if(plans.plans.begin(), plans.plans.end(),
                                   [&](const GroupPlan& other) { return other.hash == plan.hash; });
    plans.last =
        same != plans.plans.end() ? static_cast<std::size_t>(same - plans.plans.begin()) : add(plans, plan);
    return plans.plans[plans.last];
}

const GroupPlan& plan_for(SiteEntry& entry, const GroupCall& call) {
    if (entry.groups != nullptr && matches(entry.groups->plans[entry.groups->last], call))
        return entry.groups->plans[entry.groups->last];
    return work_out_groups(entry, call);
}

void enter_group(Group* group) {
    if (std::exchange(the_session.group, group) != group) forget_recent_sites();
    tell(the_status->group, group != nullptr ? group->packed : 0);
}

} // namespace

back_end::Entered back_end::enter(const GroupCall& call) {
    const Scope scope(Construct::Among, call.site);
    SiteEntry& entry = site_entry(Construct::Among, call.site);
    const GroupPlan& plan = plan_for(entry, call);
    ++entry.calls;
    Group* const outer = the_session.group;
    enter_group(plan.group);
    return {outer, plan.takes};
}

void back_end::leave(void* outer) {
    enter_group(static_cast<Group*>(outer));
}

} // namespace loop
