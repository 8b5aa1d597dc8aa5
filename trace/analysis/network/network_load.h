#pragma once

#include "base/network/topology.h"
#include "trace/analysis/messages/matrix.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace loop::report {

struct LinkLoad {
    std::uint64_t messages = 0;
    std::int64_t bytes = 0;
};

struct PlacedNetwork {
    network::Topology topology;
    std::vector<int> node_of_rank; ///< nodes of the topology
};

std::vector<int> vertices_of_ranks(const PlacedNetwork& network);

/// What the recorded messages put on the links of a network, as if each took the route of `next_vertex`.
struct NetworkLoad : PlacedNetwork {
    std::map<std::pair<int, int>, LinkLoad> links; ///< those in use, by direction: from, to
    std::uint64_t messages = 0;                    ///< between different nodes
    std::int64_t bytes = 0;                        ///< of these messages
    std::uint64_t local_messages = 0;              ///< between ranks on the same node: 0 hops
    std::uint64_t hops = 0;                        ///< of all messages between different nodes
    double byte_hops = 0;                          ///< the sum of bytes times hops
    int min_hops = 0, max_hops = 0; ///< of a message between different nodes; 0 if there are none
};

/// Takes time in proportion to pairs of ranks times hops.
NetworkLoad network_load(PlacedNetwork network, const CommunicationMatrix& matrix);

} // namespace loop::report
