#pragma once

#include <loop/among.h>
#include <loop/group_pattern.h>
#include <loop/site.h>

namespace loop::runtime {

// One call of \AMONG.
struct GroupCall {
    const Site& site;
    const Groups& groups;
    const Order& order;
};

// The group of this rank, whose members count in the present group.
patterns::GroupPattern group_of(const GroupCall& call);

} // namespace loop::runtime
