#pragma once

#include "session/group.h"

#include <loop/among.h>

#include <cstdint>
#include <vector>

namespace loop::runtime {

// What an \AMONG gives on this rank.
struct GroupPlan {
    Kept groups, order; // the values on which they depend
    std::uint64_t hash; // of all groups
    Group* group;       // of this rank
    bool takes;
};

// The plans of one line. It keeps the last ones (`most`); others are worked out again.
struct GroupPlans {
    static constexpr std::size_t most = 16;

    std::vector<GroupPlan> plans;
    std::size_t last = 0;
    std::size_t oldest = 0;
};

} // namespace loop::runtime
