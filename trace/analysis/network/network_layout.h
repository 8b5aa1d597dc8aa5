#pragma once

#include "base/network/topology.h"

#include <optional>
#include <utility>
#include <vector>

namespace loop::report {

using Place = std::pair<double, double>; ///< x and y

/// Where the vertices of a network are drawn, in units of the distance between neighbors.
struct NetworkLayout {
    std::vector<Place> places; ///< by vertex; only those of `shown` matter
    std::vector<bool> shown;
    double width = 1, height = 1; ///< places are from 0 to these
};

/// Rings are circles, meshes and tori grids (their planes side by side), hypercubes projections, trees drawn
/// from the root down. Of a fat tree, only nodes with ranks and the switches above them are shown.
NetworkLayout network_layout(const network::Topology& topology, const std::vector<int>& vertex_of_rank);

/// Whether there is room for all vertices that are shown.
bool is_drawable(const NetworkLayout& layout);

/// A link around a torus is a curve beside its row or column: returns the point that it bends toward, the
/// control point of a quadratic curve. Other links are straight.
std::optional<Place> bend_of(const network::Topology& topology, const NetworkLayout& layout, int a, int b);

} // namespace loop::report
