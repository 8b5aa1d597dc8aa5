#include "constructs/groups.h"

#include "constructs/back_end.h"
#include "session/group.h"
#include "session/simulation.h"

namespace loop {

namespace runtime {

patterns::GroupPattern group_of(const GroupCall& call) {
    return patterns::group_pattern(rank_in_group(), ranks_in_group(), call.groups, call.order);
}

} // namespace runtime

// -- what programs use

Among::Among(const Groups& groups, const Order& order, Site site) : outer_(nullptr) {
    const back_end::Entered entered = back_end::enter({site, groups, order});
    outer_ = entered.outer;
    takes_ = entered.takes;
}

Among::~Among() {
    if (!runtime::is_being_ended()) back_end::leave(outer_);
}

} // namespace loop
