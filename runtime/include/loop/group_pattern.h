#pragma once

// The groups of \AMONG: pure functions of the number of ranks, the arguments, and this rank.

#include <loop/among.h>

#include <cstdint>
#include <map>
#include <vector>

namespace loop::patterns {

// The group of each rank, and its order in the group; no orders: as outside.
struct Division {
    std::vector<long long> values;
    std::vector<double> orders;
};
Division divide(int ranks, const Groups& groups, const Order& order);

// The ranks of each group by its value, in the order of their numbers in the group.
std::map<long long, std::vector<int>> members_by_value(const Division& division);

struct GroupPattern {
    std::vector<int> members; // the ranks of this rank's group, in the order of their numbers in it
    int rank = 0;             // the number of this rank in the group
    bool takes = false;       // its value is true or not negative; else it is one of the others
    bool is_taken = false;    // by any rank
    std::uint64_t hash = 0;   // of all groups: the same on all ranks
};

GroupPattern group_pattern(int me, const Division& division);

} // namespace loop::patterns
