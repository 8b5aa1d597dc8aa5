#include "comm/node/layout.h"

#include <map>
#include <string>

namespace loop::runtime {

NodeLayout node_layout(const std::vector<RankHome>& homes, int me) {
    NodeLayout layout;
    std::map<std::string, int> numbers;
    for (int rank = 0; rank < static_cast<int>(homes.size()); ++rank) {
        const auto [found, added] =
            numbers.emplace(homes[static_cast<std::size_t>(rank)].host, layout.nodes());
        if (added) layout.leaders.push_back(rank);
        layout.node_of.push_back(found->second);
    }
    for (int rank = 0; rank < static_cast<int>(homes.size()); ++rank) {
        if (layout.node_of[static_cast<std::size_t>(rank)] != layout.node_of[static_cast<std::size_t>(me)])
            continue;
        if (rank == me) layout.index = layout.here();
        layout.together.push_back(rank);
    }
    return layout;
}

} // namespace loop::runtime
