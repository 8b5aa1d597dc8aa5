#pragma once

#include "constructs/agreed_values.h"

#include <loop/among.h>
#include <loop/group_pattern.h>
#include <loop/site.h>

namespace loop::runtime {

struct Group;

// One call of \AMONG.
struct GroupCall {
    const Site& site;
    const Groups& groups;
    const Order& order;
};

// How the ranks of the present group, whose members count in it, divide themselves.
patterns::Division division_of(const GroupCall& call);
// The group that this rank enters.
Group& group_of(const patterns::GroupPattern& pattern);

// On what ranks must agree, so that they work out the same groups.
std::vector<AgreedValue> agreed_values(const GroupCall& call);

} // namespace loop::runtime
