#include "report/viewer/network_data.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace loop;
using namespace loop::report;

namespace {

/// Ranks on the nodes of a network, `per_node` on each.
PlacedNetwork placed(const std::string& topology, int ranks, int per_node = 1) {
    PlacedNetwork network{*network::parse_topology(topology, (ranks + per_node - 1) / per_node).topology, {}};
    for (int rank = 0; rank < ranks; ++rank)
        network.node_of_rank.push_back(rank / per_node);
    return network;
}

/// The neighbors of each vertex, as the page's script finds them.
std::vector<std::vector<int>> around(const NetworkView& view) {
    std::vector<std::vector<int>> all(view.places.size());
    for (const NetworkView::Link& link : view.links) {
        all.at(static_cast<std::size_t>(link.from)).push_back(link.to);
        all.at(static_cast<std::size_t>(link.to)).push_back(link.from);
    }
    return all;
}

/// The names of the vertices on the way, as the page's script follows the table.
std::vector<std::string> route_in(const NetworkView& view, std::size_t from_rank, std::size_t to_rank) {
    const auto linked = around(view);
    const int to = view.vertex_of_rank[to_rank];
    const auto found = std::find(view.destinations.begin(), view.destinations.end(), to);
    REQUIRE(found != view.destinations.end());
    const std::vector<int>& next = view.next[static_cast<std::size_t>(found - view.destinations.begin())];
    std::vector<std::string> names;
    for (int at = view.vertex_of_rank[from_rank]; at != to && names.size() <= view.places.size();) {
        const auto here = static_cast<std::size_t>(at);
        at = linked[here].at(static_cast<std::size_t>(next.at(here)));
        names.push_back(view.names[static_cast<std::size_t>(at)]);
    }
    return names;
}

std::vector<std::string> route_of(const PlacedNetwork& network, std::size_t from_rank, std::size_t to_rank) {
    std::vector<std::string> names;
    const std::vector<int> vertices = vertices_of_ranks(network);
    for (int at = vertices[from_rank], to = vertices[to_rank]; at != to;) {
        at = network::next_vertex(network.topology, at, to);
        names.push_back(network::vertex_text(network.topology, at));
    }
    return names;
}

} // namespace

TEST_CASE("the page's table leads along the routes of the network", "[network]") {
    for (const char* topology :
         {"ring", "mesh", "mesh:5x3x4", "torus", "torus:4x3x4", "hypercube", "tree", "tree:3", "fat-tree",
          "fat-tree:4,4,8", "mesh:6x4@23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0"})
        for (const int per_node : {1, 3}) {
            const PlacedNetwork network = placed(topology, 24, per_node);
            const NetworkView view = network_view(network);
            INFO(topology << ", " << per_node);
            for (std::size_t from = 0; from < 24; ++from)
                for (std::size_t to = 0; to < 24; ++to)
                    CHECK(route_in(view, from, to) == route_of(network, from, to));
        }
}

TEST_CASE("a page has the vertices of a network that are drawn", "[network]") {
    const NetworkView mesh = network_view(placed("mesh:4x4", 5));
    CHECK(mesh.places.size() == 16);
    CHECK(mesh.nodes == 16);
    CHECK(mesh.links.size() == 24);
    CHECK(mesh.destinations == std::vector<int>{0, 1, 2, 3, 4});
    CHECK(mesh.next.size() == 5);
    // Of a fat tree, what is above the nodes with ranks: two leaf switches, one above them, and the top one.
    const NetworkView tree = network_view(placed("fat-tree:4,4,8", 6));
    CHECK(tree.places.size() == 10);
    CHECK(tree.nodes == 6);
    CHECK(tree.names.back() == "the top switch");
    const NetworkView torus = network_view(placed("torus:4x4", 16));
    CHECK(std::count_if(torus.links.begin(), torus.links.end(),
                        [](const NetworkView::Link& link) { return link.bend.has_value(); }) == 8);
    CHECK(network_view(placed("ring:1024", 2)).places.size() == 1024);
    CHECK(network_view(placed("ring:1025", 2)).is_too_large);
    CHECK(network_json(network_view(placed("ring:1025", 2)))["title"] == "ring of 1025 nodes");
}

TEST_CASE("the network takes little of a page", "[network]") {
    CHECK(network_json(network_view(placed("mesh:4x4", 16))).dump().size() < 2000);
    CHECK(network_json(network_view(placed("hypercube:10", 1024))).dump().size() < 200'000);
    CHECK(network_json(network_view(placed("mesh:32x32", 1024))).dump().size() < 100'000);
}
