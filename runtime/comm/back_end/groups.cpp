#include "comm/group_plan.h"
#include "comm/matching/argument_matching.h"
#include "comm/matching/peers.h"
#include "comm/matching/told_values.h"
#include "comm/sites.h"
#include "constructs/back_end.h"
#include "output/notes.h"
#include "session/lasting.h"
#include "trace/excluded.h"
#include "trace/scope.h"

#include <utility>
#include <vector>

namespace loop {

using namespace runtime;

namespace {

bool matches(const GroupPlan& plan, const GroupCall& call) {
    return plan.groups.stays(call.groups.kept) && plan.order.stays(call.order.kept);
}

GroupPlan make(const SiteEntry& entry, const GroupCall& call) {
    const patterns::GroupPattern pattern = patterns::group_pattern(rank_in_group(), division_of(call));
    if (!pattern.is_taken && rank_in_group() == 0)
        add_note(concat(place_text(entry.site),
                        "\\AMONG: no rank is in a group, so no rank executes its statement"));
    return {call.groups.kept,   call.order.kept, pattern.hash, hash_of(agreed_values(call)),
            &group_of(pattern), pattern.takes};
}

const GroupPlan& work_out_groups(SiteEntry& entry, const GroupCall& call) {
    const Excluded not_measured;
    if (entry.groups == nullptr) {
        entry.groups = std::make_unique<GroupPlans>();
        entry.groups->neighbours = neighbours_in_group();
    }
    RecentPlans<GroupPlan>& plans = entry.groups->plans;
    const GroupPlan* known = plans.find([&](const GroupPlan& plan) { return matches(plan, call); });
    if (known == nullptr) {
        const GroupPlan plan = make(entry, call);
        known = plans.find([&](const GroupPlan& other) { return other.hash == plan.hash; });
        if (known == nullptr) known = &plans.add(plan);
    }
    return *(entry.groups->last = known);
}

const GroupPlan& plan_for(SiteEntry& entry, const GroupCall& call) {
    if (entry.groups != nullptr && matches(*entry.groups->last, call)) return *entry.groups->last;
    return work_out_groups(entry, call);
}

std::string groups_difference(const GroupCall& call, int rank, const RankStatus& other) {
    const std::string values = values_difference(agreed_values(call), rank, other);
    return values.empty() ? concat("the groups of this line are not the same on rank ", rank)
                          : concat("the groups differ: ", values);
}

// Compares the groups with those that the ranks before and after this one have worked out.
void match_groups(const SiteEntry& entry, const GroupCall& call, const GroupPlan& plan) {
    if (!has_peers()) return;
    GroupPlans& plans = *entry.groups;
    const bool is_new = entry.calls == 1 || plans.published != plan.hash;
    plans.published = plan.hash;
    if (is_new) {
        const Excluded not_measured;
        tell_values(agreed_values(call));
    }
    match_neighbours(plans.neighbours, is_new,
                     [&](int rank, const RankStatus& other) { return groups_difference(call, rank, other); });
}

// What this rank continues with when it leaves an \AMONG.
struct Outer {
    Group* group;
    Call call;
};
struct Amongs {
    Call present;
    std::vector<Outer> outer;
};
Lasting<Amongs> amongs;

void enter_group(Group* group) {
    if (std::exchange(the_session.group, group) != group) forget_recent_sites();
    tell(the_status->group, group != nullptr ? group->packed : 0);
}

} // namespace

bool back_end::enter(const GroupCall& call) {
    const Scope scope(Construct::Among, call.site);
    SiteEntry& entry = site_entry(Construct::Among, call.site);
    const GroupPlan& plan = plan_for(entry, call);
    publish(entry.label + entry.calls++, static_cast<std::int64_t>(plan.hash), plan.values_hash);
    Amongs& all = amongs();
    all.outer.push_back({the_session.group, std::exchange(all.present, own_call())});
    tell_among(all.present);
    match_groups(entry, call, plan);
    enter_group(plan.group);
    return plan.takes;
}

void back_end::leave() {
    Amongs& all = amongs();
    const Outer outer = all.outer.back();
    all.outer.pop_back();
    if (!all.outer.empty()) tell_among(all.present = outer.call);
    enter_group(outer.group);
}

} // namespace loop
