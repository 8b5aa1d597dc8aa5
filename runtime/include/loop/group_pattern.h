#pragma once

// The groups of \AMONG: a pure function of this rank, the number of ranks, and the arguments.

#include <loop/among.h>

#include <cstdint>
#include <vector>

namespace loop::patterns {

struct GroupPattern {
    std::vector<int> members; // the ranks of this rank's group, in the order of their numbers in it
    int rank = 0;             // the number of this rank in the group
    bool takes = false;       // its value is true or not negative; else it is one of the others
    bool is_taken = false;    // by any rank
    std::uint64_t hash = 0;   // of all groups: the same on all ranks
};

GroupPattern group_pattern(int me, int ranks, const Groups& groups, const Order& order);

} // namespace loop::patterns
