#include "trace/analysis/network/network_load.h"

#include <algorithm>

namespace loop::report {

namespace {

/// Adds a pair's messages to the links of its route. Returns the number of links.
int add_route(NetworkLoad& load, int from, int to, const MatrixCell& cell) {
    int hops = 0;
    for (int at = from; at != to; ++hops) {
        const int next = network::next_vertex(load.topology, at, to);
        LinkLoad& link = load.links[{at, next}];
        link.messages += cell.messages;
        link.bytes += cell.bytes;
        at = next;
    }
    return hops;
}

} // namespace

std::vector<int> vertices_of_ranks(const PlacedNetwork& network) {
    std::vector<int> vertices;
    for (const int node : network.node_of_rank)
        vertices.push_back(network::vertex_of(network.topology, node));
    return vertices;
}

NetworkLoad network_load(PlacedNetwork network, const CommunicationMatrix& matrix) {
    NetworkLoad load;
    static_cast<PlacedNetwork&>(load) = std::move(network);
    const std::vector<int> vertex_of_rank = vertices_of_ranks(load);
    for (const MatrixCell& cell : matrix.cells) {
        // A damaged trace may name ranks that do not exist.
        const auto ranks = static_cast<std::int32_t>(load.node_of_rank.size());
        if (cell.sender < 0 || cell.sender >= ranks || cell.receiver < 0 || cell.receiver >= ranks) continue;
        const int from = vertex_of_rank[static_cast<std::size_t>(cell.sender)],
                  to = vertex_of_rank[static_cast<std::size_t>(cell.receiver)];
        if (from == to) {
            load.local_messages += cell.messages;
            continue;
        }
        const int hops = add_route(load, from, to, cell);
        load.min_hops = load.messages == 0 ? hops : std::min(load.min_hops, hops);
        load.max_hops = std::max(load.max_hops, hops);
        load.messages += cell.messages;
        load.bytes += cell.bytes;
        load.hops += cell.messages * static_cast<std::uint64_t>(hops);
        load.byte_hops += static_cast<double>(cell.bytes) * hops;
    }
    return load;
}

} // namespace loop::report
