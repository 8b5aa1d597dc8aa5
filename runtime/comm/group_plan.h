#pragma once

#include "comm/matching/argument_matching.h"
#include "constructs/recent_plans.h"
#include "session/group.h"

#include <loop/among.h>

#include <cstdint>

namespace loop::runtime {

// What an \AMONG gives on this rank.
struct GroupPlan {
    Kept groups, order; // the values on which they depend
    std::uint64_t hash; // of all groups
    std::int64_t values_hash;
    Group* group; // of this rank
    bool takes;
};

// The plans of one line.
struct GroupPlans {
    RecentPlans<GroupPlan> plans;
    const GroupPlan* last = nullptr;
    std::uint64_t published = 0; // the hash of the last call
    Neighbours neighbours;
};

} // namespace loop::runtime
