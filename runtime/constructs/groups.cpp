#include "constructs/groups.h"

#include "constructs/back_end.h"
#include "session/group.h"
#include "session/simulation.h"

namespace loop {

namespace runtime {

patterns::Division division_of(const GroupCall& call) {
    return patterns::divide(ranks_in_group(), call.groups, call.order);
}

Group& group_of(const patterns::GroupPattern& pattern) {
    std::vector<int> ranks;
    for (const int member : pattern.members)
        ranks.push_back(rank_of_member(member));
    return find_group(ranks, pattern.rank);
}

std::vector<AgreedValue> agreed_values(const GroupCall& call) {
    std::vector<AgreedValue> all;
    add_variables(all, call.groups.kept);
    add_variables(all, call.order.kept);
    return all;
}

} // namespace runtime

// -- what programs use

Among::Among(const Groups& groups, const Order& order, Site site)
    : takes_(back_end::enter({site, groups, order})) {}

Among::~Among() {
    if (!runtime::is_being_ended()) back_end::leave();
}

} // namespace loop
