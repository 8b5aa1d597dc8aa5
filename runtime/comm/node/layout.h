#pragma once

#include "session/machine.h"

#include <vector>

namespace loop::runtime {

// Which ranks share a node. Nodes are numbered in the order of their first ranks, so all ranks agree.
struct NodeLayout {
    std::vector<int> node_of;  // the node of each rank
    std::vector<int> leaders;  // the first rank of each node
    std::vector<int> together; // the ranks on this rank's node, ascending
    int index = 0;             // this rank's index in `together`

    int nodes() const { return static_cast<int>(leaders.size()); }
    int here() const { return static_cast<int>(together.size()); }
};

NodeLayout node_layout(const std::vector<RankHome>& homes, int me);

} // namespace loop::runtime
