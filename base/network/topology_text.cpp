#include "base/network/topology.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace loop::network {

namespace {

struct Name {
    const char* name;
    Shape shape;
};
constexpr std::array<Name, 6> names{{{"ring", Shape::Ring},
                                     {"mesh", Shape::Mesh},
                                     {"torus", Shape::Torus},
                                     {"hypercube", Shape::Hypercube},
                                     {"tree", Shape::Tree},
                                     {"fat-tree", Shape::FatTree}}};

std::optional<Shape> shape_named(const std::string& text) {
    for (const Name& name : names)
        if (text == name.name) return name.shape;
    return std::nullopt;
}

/// The dimension of the smallest hypercube with this many nodes.
int dimension_for(int nodes) {
    int dimension = 0;
    while ((1 << dimension) < nodes)
        ++dimension;
    return dimension;
}

std::vector<int> usual_sizes(Shape shape, int nodes) {
    const int side = std::max(1, static_cast<int>(std::ceil(std::sqrt(nodes))));
    switch (shape) {
    case Shape::Mesh:
    case Shape::Torus:
        return {side, (nodes + side - 1) / side};
    case Shape::Hypercube:
        return {dimension_for(nodes)};
    case Shape::Tree:
        return {2};
    case Shape::Ring:
    case Shape::FatTree:
        break;
    }
    return {nodes};
}

/// Reads `16x8`; empty if it is not a list of positive numbers.
std::vector<int> sizes_in(const std::string& text, const char* separator) {
    std::vector<int> sizes;
    for (const std::string& part : split_list(replaced(text, separator, ","))) {
        const auto size = number_in<int>(part);
        if (!size || *size < 1 || *size > max_nodes) return {};
        sizes.push_back(*size);
    }
    return sizes;
}

bool takes_several(Shape shape) {
    return shape == Shape::Mesh || shape == Shape::Torus || shape == Shape::FatTree;
}

int product(const std::vector<int>& sizes) {
    long long all = 1;
    for (const int size : sizes)
        all = std::min<long long>(all * size, 2LL * max_nodes);
    return static_cast<int>(all);
}

int switches_of(const std::vector<int>& below, int nodes) {
    int all = 0;
    for (const int count : below)
        all += nodes /= count;
    return all;
}

Topology built(Shape shape, std::vector<int> sizes, int nodes) {
    Topology topology{shape, std::move(sizes), nodes, nodes};
    if (shape == Shape::Hypercube) topology.extents.assign(static_cast<std::size_t>(topology.extents[0]), 2);
    if (shape != Shape::Tree) topology.nodes = product(topology.extents);
    topology.vertices = topology.nodes;
    if (shape == Shape::FatTree) topology.vertices += switches_of(topology.extents, topology.nodes);
    return topology;
}

/// Reads the vertex of each node. Empty: `text` does not have each vertex of a node once.
std::vector<int> vertices_in(const std::string& text, int nodes) {
    std::vector<int> vertices;
    std::vector<bool> taken(static_cast<std::size_t>(nodes));
    for (const std::string& part : split_list(text)) {
        const auto vertex = number_in<int>(trimmed(part));
        if (!vertex || *vertex < 0 || *vertex >= nodes || taken[static_cast<std::size_t>(*vertex)]) return {};
        taken[static_cast<std::size_t>(*vertex)] = true;
        vertices.push_back(*vertex);
    }
    return static_cast<int>(vertices.size()) == nodes ? vertices : std::vector<int>{};
}

std::string sizes_text(const std::vector<int>& sizes) {
    std::vector<std::string> words;
    for (const int size : sizes)
        words.push_back(std::to_string(size));
    return joined(words, " x ");
}

} // namespace

ParsedTopology parse_topology(const std::string& text, int nodes) {
    const std::size_t colon = text.find(':'), at = text.find('@');
    const auto shape = shape_named(text.substr(0, std::min(colon, at)));
    const auto wrong = [&](const std::string& why) {
        return ParsedTopology{std::nullopt, fmt::format("`{}` {}", text, why)};
    };
    if (!shape) return wrong("is not a topology");
    std::vector<int> sizes = usual_sizes(*shape, nodes);
    if (colon != std::string::npos)
        sizes = sizes_in(text.substr(colon + 1, at - colon - 1), *shape == Shape::FatTree ? "," : "x");
    if (sizes.empty()) return wrong(fmt::format("needs sizes from 1 to {}", max_nodes));
    if (sizes.size() > 1 && !takes_several(*shape)) return wrong("takes one number");
    if (*shape == Shape::Hypercube && sizes[0] > 16) return wrong("has more than 16 dimensions");
    Topology topology = built(*shape, std::move(sizes), nodes);
    if (topology.nodes > max_nodes) return wrong(fmt::format("has more than {} nodes", max_nodes));
    if (at != std::string::npos) {
        topology.vertex_of_node = vertices_in(text.substr(at + 1), topology.nodes);
        if (topology.vertex_of_node.empty())
            return wrong(fmt::format("needs each place from 0 to {} once after `@`", topology.nodes - 1));
    }
    return {std::move(topology), ""};
}

std::string topology_text(const Topology& topology) {
    const std::vector<int>& sizes = topology.extents;
    switch (topology.shape) {
    case Shape::Ring:
        return fmt::format("ring of {} nodes", topology.nodes);
    case Shape::Mesh:
        return "mesh of " + sizes_text(sizes) + " nodes";
    case Shape::Torus:
        return "torus of " + sizes_text(sizes) + " nodes";
    case Shape::Hypercube:
        return fmt::format("hypercube of {}, {} nodes", counted(sizes.size(), "dimension"), topology.nodes);
    case Shape::Tree:
        return fmt::format("tree of {} nodes with {} each", topology.nodes,
                           sizes[0] == 1 ? "1 child" : fmt::format("{} children", sizes[0]));
    case Shape::FatTree:
        break;
    }
    if (sizes.size() == 1) return fmt::format("one switch with {} nodes", sizes[0]);
    return fmt::format("fat tree of {} nodes, {} per leaf switch", topology.nodes, sizes[0]);
}

std::string vertex_text(const Topology& topology, int vertex) {
    if (vertex < topology.nodes) {
        const auto& vertices = topology.vertex_of_node;
        const auto found = std::find(vertices.begin(), vertices.end(), vertex);
        return fmt::format("node {}", found == vertices.end() ? vertex : found - vertices.begin());
    }
    const auto [level, index] = level_of(topology, vertex);
    if (level == static_cast<int>(topology.extents.size()))
        return topology.extents.size() == 1 ? "the switch" : "the top switch";
    return fmt::format("switch {}.{}", level, index);
}

} // namespace loop::network
