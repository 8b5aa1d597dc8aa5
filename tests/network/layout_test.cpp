#include "trace/analysis/network/network_layout.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace loop;
using namespace loop::report;

namespace {

struct Drawn {
    network::Topology topology;
    NetworkLayout layout;

    const Place& operator[](int vertex) const { return layout.places[static_cast<std::size_t>(vertex)]; }
    bool shows(int vertex) const { return layout.shown[static_cast<std::size_t>(vertex)]; }
    std::optional<Place> bend(int a, int b) const { return bend_of(topology, layout, a, b); }
};

/// With a rank on each of the first `ranks` nodes.
Drawn drawn(const std::string& text, int nodes, int ranks = 0) {
    Drawn result{*network::parse_topology(text, nodes).topology, {}};
    std::vector<int> vertices;
    for (int rank = 0; rank < (ranks == 0 ? nodes : ranks); ++rank)
        vertices.push_back(rank);
    result.layout = network_layout(result.topology, vertices);
    return result;
}

double distance(const Place& a, const Place& b) {
    return std::hypot(a.first - b.first, a.second - b.second);
}

bool is_near(const Place& a, const Place& b) {
    return distance(a, b) < 1e-9;
}

Place step(const Place& from, const Place& to) {
    return {to.first - from.first, to.second - from.second};
}

} // namespace

TEST_CASE("a drawn network fills its width and height, and no two vertices meet") {
    for (const char* shape :
         {"ring", "mesh", "torus", "torus:3x3x3", "hypercube", "tree", "tree:3", "fat-tree:4,16"})
        for (const int nodes : {2, 3, 7, 16, 27}) {
            const Drawn network = drawn(shape, nodes);
            INFO(shape << " " << nodes);
            double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
            for (int a = 0; a < network.topology.vertices; ++a) {
                if (!network.shows(a)) continue;
                left = std::min(left, network[a].first), right = std::max(right, network[a].first);
                top = std::min(top, network[a].second), bottom = std::max(bottom, network[a].second);
                for (int b = 0; b < a; ++b)
                    CHECK((!network.shows(b) || distance(network[a], network[b]) > 0.05));
            }
            CHECK(left == Approx(0).margin(1e-9));
            CHECK(top == Approx(0).margin(1e-9));
            CHECK(right == Approx(network.layout.width).margin(1e-9));
            CHECK(bottom == Approx(network.layout.height).margin(1e-9));
        }
}

TEST_CASE("neighbors on a ring are drawn at the same distance, node 0 at the top") {
    for (const int nodes : {3, 8, 50}) {
        const Drawn ring = drawn("ring", nodes);
        for (int node = 0; node < nodes; ++node) {
            CHECK(distance(ring[node], ring[(node + 1) % nodes]) == Approx(distance(ring[0], ring[1])));
            CHECK(ring[node].second >= ring[0].second - 1e-9);
        }
    }
}

TEST_CASE("a mesh is drawn as a grid, and its planes side by side") {
    const Drawn plane = drawn("mesh:4x3", 12);
    for (int node = 0; node < 12; ++node)
        CHECK(is_near(plane[node], {node % 4, node / 4}));
    const Drawn cube = drawn("mesh:2x3x2", 12);
    for (int node = 0; node < 6; ++node) {
        const int row = node / 2;
        CHECK(is_near(cube[node], {node % 2, row}));
        CHECK(is_near(cube[node + 6], {node % 2 + 2.4, row + 0.35}));
    }
}

TEST_CASE("links around a torus bend beside their row or column") {
    const Drawn torus = drawn("torus:4x5", 20);
    CHECK(is_near(*torus.bend(4, 7), {1.5, 0.3}));
    CHECK(is_near(*torus.bend(7, 4), {1.5, 0.3}));
    CHECK(is_near(*torus.bend(2, 18), {1.3, 2}));
    CHECK_FALSE(torus.bend(4, 5));
    CHECK_FALSE(torus.bend(4, 8));
    CHECK_FALSE(drawn("mesh:4x5", 20).bend(4, 7));
    CHECK_FALSE(drawn("torus:3x2x2", 12).bend(0, 6)); // between planes
}

TEST_CASE("in a hypercube, every link of a dimension is drawn in the same direction") {
    const Drawn cube = drawn("hypercube:4", 16);
    for (int bit = 0; bit < 4; ++bit)
        for (int node = 0; node < 16; ++node) {
            if ((node >> bit & 1) != 0) continue;
            const int other = node | 1 << bit;
            CHECK(is_near(step(cube[node], cube[other]), step(cube[0], cube[1 << bit])));
        }
}

TEST_CASE("a node of a tree is drawn above the middle of its children") {
    for (const int children : {2, 3}) {
        const int nodes = children == 2 ? 15 : 13;
        const Drawn tree = drawn("tree:" + std::to_string(children), nodes);
        for (int node = 0; children * node + children < nodes; ++node) {
            const int first = children * node + 1, last = children * node + children;
            CHECK(tree[node].first == Approx((tree[first].first + tree[last].first) / 2));
            CHECK(tree[node].second == Approx(tree[first].second - 1.4).margin(1e-9));
        }
    }
    CHECK(drawn("tree", 6).layout.places.size() == 6); // whose last level is not full
}

TEST_CASE("of a fat tree, the nodes with ranks are drawn, and switches above the middle of these") {
    const Drawn tree = drawn("fat-tree:4,4", 16, 6); // 16 nodes, 4 switches, the top switch
    for (int node = 0; node < 16; ++node)
        CHECK(tree.shows(node) == (node < 6));
    CHECK(tree.shows(16));
    CHECK(tree.shows(17));
    CHECK_FALSE(tree.shows(18));
    CHECK(tree.shows(20));
    for (int node = 1; node < 6; ++node)
        CHECK(is_near(tree[node], {tree[node - 1].first + 0.6, tree[0].second}));
    CHECK(tree[16].first == Approx((tree[0].first + tree[3].first) / 2));
    CHECK(tree[17].first == Approx((tree[4].first + tree[5].first) / 2));
    CHECK(tree[20].first == Approx((tree[0].first + tree[5].first) / 2)); // of all nodes below it
    CHECK(tree[20].second < tree[16].second);
    CHECK(tree[16].second < tree[0].second);
}

TEST_CASE("two nodes on a switch are drawn at the distance of all neighbors") {
    const Drawn pair = drawn("fat-tree:4", 4, 2);
    CHECK(pair.layout.width == Approx(0.6));
    CHECK(distance(pair[0], pair[1]) == Approx(0.6));
}

TEST_CASE("a network with more than 1024 vertices is not drawn") {
    CHECK(is_drawable(drawn("mesh:32x32", 1024).layout));
    CHECK_FALSE(is_drawable(drawn("mesh:41x25", 1025).layout));
    CHECK(is_drawable(drawn("fat-tree:32,64", 2048, 100).layout));
}
