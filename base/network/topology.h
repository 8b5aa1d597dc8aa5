#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Networks of machines: who is linked to whom, and by which links a message goes. Pure functions.
namespace loop::network {

enum class Shape { Ring, Mesh, Torus, Hypercube, Tree, FatTree };

/// Vertices are numbered from 0. The first `nodes` of them are nodes, where ranks may be; the others, which
/// only fat trees have, are switches. All functions take vertices, unless they say something else.
struct Topology {
    Shape shape = Shape::Ring;
    /// Ring, mesh, torus, hypercube: nodes along each dimension; node numbers grow fastest along the first.
    /// Tree: the number of children; node 0 is the root, and the children of node i begin at
    /// `children * i + 1`. Fat tree: how many nodes, or switches of the level below, a switch of each level
    /// has below it.
    std::vector<int> extents;
    int nodes = 1;
    int vertices = 1;
    /// The vertex of each node, if nodes have other numbers than their vertices; empty: they have not.
    std::vector<int> vertex_of_node{};
};

constexpr int max_nodes = 65536;

struct ParsedTopology {
    std::optional<Topology> topology;
    std::string problem; ///< if there is no topology: the reason, as a phrase
};

/// The forms of `text`, for messages and help.
constexpr const char* topology_forms =
    "ring:16, mesh:16x8, torus:4x4x2, hypercube:7 (dimensions), tree:2 (children), or fat-tree:32,32";

/// Reads for example `mesh:16x8`, or `mesh:2x2@0,1,3,2`, which lists the vertex of each node. If the sizes
/// are left out, the smallest network of this shape with room for `nodes` nodes is meant: a mesh or torus
/// that is nearly square, a tree with two children, a single switch.
ParsedTopology parse_topology(const std::string& text, int nodes);

/// "mesh of 16 x 8 nodes", "hypercube of 7 dimensions, 128 nodes", "one switch with 16 nodes"
std::string topology_text(const Topology& topology);
/// The vertex of a node.
int vertex_of(const Topology& topology, int node);
/// "node 5" (the number of the node), "switch 1.2" (index 2 in level 1), "the top switch"
std::string vertex_text(const Topology& topology, int vertex);

/// Returns all pairs of linked vertices, each once. A link has two directions, which are loaded separately.
/// The links between a switch and the one above it count as one.
std::vector<std::pair<int, int>> links_of(const Topology& topology);

/// Returns the vertex after `at` on the route to node `to`, which is not `at`.
/// Meshes, tori, hypercubes: dimension by dimension from the first one (e-cube), the shorter way around a
/// ring; if both are as long, upward. Trees: up to the common ancestor, then down. Routes are shortest paths.
int next_vertex(const Topology& topology, int at, int to);

/// For a fat tree: the level of a vertex (nodes: 0), and its index within the level.
std::pair<int, int> level_of(const Topology& topology, int vertex);

} // namespace loop::network
