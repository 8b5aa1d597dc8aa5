#include "base/network/topology.h"

#include <algorithm>
#include <cstddef>

namespace loop::network {

namespace {

bool wraps(const Topology& topology) {
    return topology.shape != Shape::Mesh;
}

/// In rings, meshes, tori, and hypercubes.
int next_in_grid(const Topology& topology, int at, int to) {
    int stride = 1;
    for (const int extent : topology.extents) {
        const int here = at / stride % extent, there = to / stride % extent;
        if (here != there) {
            const int ahead = (there - here + extent) % extent;
            const bool up = wraps(topology) ? 2 * ahead <= extent : there > here;
            const int next = (here + (up ? 1 : extent - 1)) % extent;
            return at + (next - here) * stride;
        }
        stride *= extent;
    }
    return at;
}

int next_in_tree(int children, int at, int to) {
    int below = to; // the ancestor of `to` that is a child of `at`, if there is one
    while (below > at) {
        const int parent = (below - 1) / children;
        if (parent == at) return below;
        below = parent;
    }
    return (at - 1) / children;
}

/// The first vertex of each level of a fat tree, and the end.
std::vector<int> level_starts(const Topology& topology) {
    std::vector<int> starts{0};
    int size = topology.nodes;
    starts.push_back(size);
    for (const int below : topology.extents) {
        size /= below;
        starts.push_back(starts.back() + size);
    }
    return starts;
}

int next_in_fat_tree(const Topology& topology, int at, int to) {
    const std::vector<int> starts = level_starts(topology);
    const auto [level, index] = level_of(topology, at);
    int ancestor = to, below = to; // indices within `level` and within the level below it
    for (int i = 0; i < level; ++i) {
        below = ancestor;
        ancestor /= topology.extents[static_cast<std::size_t>(i)];
    }
    const auto at_level = static_cast<std::size_t>(level);
    if (level > 0 && ancestor == index) return starts[at_level - 1] + below;
    return starts[at_level + 1] + index / topology.extents[at_level];
}

void add_grid_links(const Topology& topology, std::vector<std::pair<int, int>>& links) {
    int stride = 1;
    for (const int extent : topology.extents) {
        for (int node = 0; node < topology.nodes; ++node) {
            const int here = node / stride % extent;
            if (here + 1 < extent)
                links.emplace_back(node, node + stride);
            else if (wraps(topology) && extent > 2)
                links.emplace_back(node, node - here * stride);
        }
        stride *= extent;
    }
}

} // namespace

int vertex_of(const Topology& topology, int node) {
    return topology.vertex_of_node.empty() ? node : topology.vertex_of_node[static_cast<std::size_t>(node)];
}

std::pair<int, int> level_of(const Topology& topology, int vertex) {
    const std::vector<int> starts = level_starts(topology);
    const auto after = std::upper_bound(starts.begin(), starts.end() - 1, vertex);
    return {static_cast<int>(after - starts.begin()) - 1, vertex - *(after - 1)};
}

int next_vertex(const Topology& topology, int at, int to) {
    switch (topology.shape) {
    case Shape::Ring:
    case Shape::Mesh:
    case Shape::Torus:
    case Shape::Hypercube:
        return next_in_grid(topology, at, to);
    case Shape::Tree:
        return next_in_tree(topology.extents[0], at, to);
    case Shape::FatTree:
        return next_in_fat_tree(topology, at, to);
    }
    return at;
}

std::vector<std::pair<int, int>> links_of(const Topology& topology) {
    std::vector<std::pair<int, int>> links;
    if (topology.shape == Shape::Tree) {
        for (int node = 1; node < topology.nodes; ++node)
            links.emplace_back((node - 1) / topology.extents[0], node);
    } else if (topology.shape == Shape::FatTree) {
        const std::vector<int> starts = level_starts(topology);
        for (std::size_t level = 0; level < topology.extents.size(); ++level)
            for (int vertex = starts[level]; vertex < starts[level + 1]; ++vertex)
                links.emplace_back(vertex,
                                   starts[level + 1] + (vertex - starts[level]) / topology.extents[level]);
    } else {
        add_grid_links(topology, links);
    }
    return links;
}

} // namespace loop::network
