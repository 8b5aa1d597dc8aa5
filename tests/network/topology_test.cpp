#include "base/network/topology.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

using namespace loop::network;

namespace {

Topology topology_of(const std::string& text, int nodes = 1) {
    const ParsedTopology parsed = parse_topology(text, nodes);
    INFO(text << ": " << parsed.problem);
    REQUIRE(parsed.topology);
    return *parsed.topology;
}

/// The number of links on the route, all of which must exist.
int route_length(const Topology& topology, const std::set<std::pair<int, int>>& links, int from, int to) {
    int hops = 0;
    for (int at = from; at != to; ++hops) {
        const int next = next_vertex(topology, at, to);
        if (links.count({at, next}) == 0 || hops > topology.vertices) return -1;
        at = next;
    }
    return hops;
}

std::set<std::pair<int, int>> both_ways(const Topology& topology) {
    std::set<std::pair<int, int>> links;
    for (const auto& [a, b] : links_of(topology)) {
        CHECK(a != b);
        CHECK(links.emplace(a, b).second); // each pair once
        CHECK(links.emplace(b, a).second);
    }
    return links;
}

template <class Distance>
void check_routes(const Topology& topology, Distance distance) {
    const auto links = both_ways(topology);
    int wrong = 0;
    for (int from = 0; from < topology.nodes; ++from)
        for (int to = 0; to < topology.nodes; ++to)
            wrong += route_length(topology, links, from, to) == distance(from, to) ? 0 : 1;
    INFO(topology_text(topology));
    CHECK(wrong == 0);
}

int around(int a, int b, int extent) {
    const int ahead = std::abs(a - b);
    return std::min(ahead, extent - ahead);
}

int bits_of(int number) {
    int bits = 0;
    for (; number != 0; number &= number - 1)
        ++bits;
    return bits;
}

int depth_of(int node, int children) {
    int depth = 0;
    for (; node > 0; node = (node - 1) / children)
        ++depth;
    return depth;
}

int tree_distance(int a, int b, int children) {
    int steps = 0;
    for (; a != b; ++steps) {
        if (depth_of(a, children) >= depth_of(b, children))
            a = (a - 1) / children;
        else
            b = (b - 1) / children;
    }
    return steps;
}

} // namespace

TEST_CASE("routes in rings are the shorter way around, for all sizes up to 64") {
    for (int nodes = 1; nodes <= 64; ++nodes) {
        const Topology ring = topology_of("ring", nodes);
        CHECK(ring.nodes == nodes);
        check_routes(ring, [&](int a, int b) { return around(a, b, nodes); });
    }
}

TEST_CASE("routes in meshes and tori have the distance of their dimensions") {
    for (int width = 1; width <= 8; ++width) {
        for (int height = 1; height <= 8; ++height) {
            const std::string sizes = std::to_string(width) + "x" + std::to_string(height);
            check_routes(topology_of("mesh:" + sizes), [&](int a, int b) {
                return std::abs(a % width - b % width) + std::abs(a / width - b / width);
            });
            check_routes(topology_of("torus:" + sizes), [&](int a, int b) {
                return around(a % width, b % width, width) + around(a / width, b / width, height);
            });
        }
    }
    check_routes(topology_of("torus:4x3x2"), [](int a, int b) {
        return around(a % 4, b % 4, 4) + around(a / 4 % 3, b / 4 % 3, 3) + around(a / 12, b / 12, 2);
    });
}

TEST_CASE("routes in hypercubes have as many links as bits differ, lowest bit first") {
    for (int dimension = 0; dimension <= 6; ++dimension) {
        const Topology cube = topology_of("hypercube:" + std::to_string(dimension == 0 ? 1 : dimension));
        check_routes(cube, [](int a, int b) { return bits_of(a ^ b); });
    }
    CHECK(next_vertex(topology_of("hypercube:4"), 0, 6) == 2);
}

TEST_CASE("routes in trees go by the common ancestor, for all sizes up to 64") {
    for (int children = 1; children <= 4; ++children) {
        for (int nodes = 1; nodes <= 64; ++nodes) {
            check_routes(topology_of("tree:" + std::to_string(children), nodes),
                         [&](int a, int b) { return tree_distance(a, b, children); });
        }
    }
}

TEST_CASE("routes in fat trees go up to the common switch and down") {
    const Topology tree = topology_of("fat-tree:4,3,2");
    CHECK(tree.nodes == 24);
    CHECK(tree.vertices == 24 + 6 + 2 + 1);
    check_routes(tree, [](int a, int b) {
        if (a == b) return 0;
        if (a / 4 == b / 4) return 2;
        return a / 12 == b / 12 ? 4 : 6;
    });
    for (int nodes = 1; nodes <= 64; ++nodes)
        check_routes(topology_of("fat-tree", nodes), [](int a, int b) { return a == b ? 0 : 2; });
    CHECK(vertex_text(tree, 5) == "node 5");
    CHECK(vertex_text(tree, 25) == "switch 1.1");
    CHECK(vertex_text(tree, 32) == "the top switch");
}

TEST_CASE("routes have the same length in both directions; there is one turn per dimension") {
    const Topology torus = topology_of("torus:4x4");
    // Opposite nodes of a ring of even length: upward both ways, so by different links.
    CHECK(next_vertex(torus, 0, 2) == 1);
    CHECK(next_vertex(torus, 2, 0) == 3);
    // First along the first dimension.
    CHECK(next_vertex(topology_of("mesh:4x4"), 0, 15) == 1);
    CHECK(next_vertex(topology_of("mesh:4x4"), 15, 0) == 14);
}

TEST_CASE("sizes that are left out fit the nodes") {
    for (int nodes = 1; nodes <= 64; ++nodes) {
        for (const char* shape : {"ring", "mesh", "torus", "hypercube", "tree", "fat-tree"}) {
            const Topology topology = topology_of(shape, nodes);
            CHECK(topology.nodes >= nodes);
            CHECK(topology.nodes < 2 * nodes + (nodes == 1 ? 1 : 0));
        }
    }
    CHECK(topology_text(topology_of("mesh", 16)) == "mesh of 4 x 4 nodes");
    CHECK(topology_text(topology_of("hypercube", 5)) == "hypercube of 3 dimensions, 8 nodes");
}

TEST_CASE("a text that is not a topology has a reason") {
    const auto problem = [](const char* text) { return parse_topology(text, 4).problem; };
    CHECK(problem("star:4") == "`star:4` is not a topology");
    CHECK(problem("") == "`` is not a topology");
    CHECK(problem("mesh:") == "`mesh:` needs sizes from 1 to 65536");
    CHECK(problem("mesh:4x") == "`mesh:4x` needs sizes from 1 to 65536");
    CHECK(problem("mesh:4x-2") == "`mesh:4x-2` needs sizes from 1 to 65536");
    CHECK(problem("torus:0") == "`torus:0` needs sizes from 1 to 65536");
    CHECK(problem("mesh:99999999999") == "`mesh:99999999999` needs sizes from 1 to 65536");
    CHECK(problem("ring:4x4") == "`ring:4x4` takes one number");
    CHECK(problem("hypercube:17") == "`hypercube:17` has more than 16 dimensions");
    CHECK(problem("mesh:65536x65536x65536") == "`mesh:65536x65536x65536` has more than 65536 nodes");
    CHECK(problem("fat-tree:300,300") == "`fat-tree:300,300` has more than 65536 nodes");
}

TEST_CASE("a list of places says where each node is", "[network]") {
    const Topology mesh = topology_of("mesh:2x2@0,1,3,2");
    CHECK(vertex_of(mesh, 2) == 3);
    CHECK(vertex_text(mesh, 3) == "node 2");
    CHECK(vertex_text(mesh, 1) == "node 1");
    CHECK(vertex_of(topology_of("mesh:2x2"), 2) == 2);
    CHECK(vertex_text(topology_of("fat-tree:2,2@3,2,1,0"), 4) == "switch 1.0");
    // Without sizes: those of the smallest mesh with room for the nodes.
    CHECK(vertex_of(topology_of("mesh@3,2,1,0", 4), 0) == 3);
    for (const char* wrong : {"mesh:2x2@", "mesh:2x2@0,1,2", "mesh:2x2@0,1,2,2", "mesh:2x2@0,1,2,4",
                              "mesh:2x2@0,1,2,x", "mesh:2x2@0,1,2,3,0", "mesh:2x2@-1,0,1,2"}) {
        INFO(wrong);
        CHECK(parse_topology(wrong, 4).problem.find("needs each place from 0 to 3 once") !=
              std::string::npos);
    }
    CHECK(parse_topology("cube@0", 1).problem.find("is not a topology") != std::string::npos);
}

TEST_CASE("the topologies of the thesis's networks have the links of their platform files", "[network]") {
    const auto text_of = [](const std::string& name) {
        std::ifstream file(std::string(MACHINES) + "/" + name);
        REQUIRE(file);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    for (const std::string name : {"clue-ring", "clue-grid", "clue-torus", "clue-hypercube"}) {
        INFO(name);
        const std::string profile = text_of(name + ".toml"), platform = text_of(name + ".xml");
        std::smatch found;
        REQUIRE(std::regex_search(profile, found, std::regex("topology = \"([^\"]*)\"")));
        const Topology topology = topology_of(found[1]);
        std::set<std::pair<std::string, std::string>> links, expected;
        for (const auto& [a, b] : links_of(topology)) {
            links.emplace(vertex_text(topology, a), vertex_text(topology, b));
            links.emplace(vertex_text(topology, b), vertex_text(topology, a));
        }
        const std::regex link("link id=\"link-(\\d+)-(\\d+)\"");
        for (std::sregex_iterator it(platform.begin(), platform.end(), link); it != std::sregex_iterator();
             ++it) {
            expected.emplace("node " + (*it)[1].str(), "node " + (*it)[2].str());
            expected.emplace("node " + (*it)[2].str(), "node " + (*it)[1].str());
        }
        CHECK(topology.nodes == 16);
        CHECK(links == expected);
    }
}
