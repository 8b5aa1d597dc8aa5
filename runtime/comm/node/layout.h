#pragma once

#include "session/machine.h"

#include <vector>

namespace loop::runtime {

// Which ranks live together. Pure; the nodes are numbered by their first ranks, so all ranks agree.
struct NodeLayout {
    std::vector<int> node_of;  // for each rank
    std::vector<int> leaders;  // the first rank of each node
    std::vector<int> together; // the ranks of my node, ascending
    int index = 0;             // mine among them

    int nodes() const { return static_cast<int>(leaders.size()); }
    int here() const { return static_cast<int>(together.size()); }
};

NodeLayout node_layout(const std::vector<RankHome>& homes, int me);

} // namespace loop::runtime
