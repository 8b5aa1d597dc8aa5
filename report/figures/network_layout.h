#pragma once

#include "base/network/topology.h"

#include <utility>
#include <vector>

namespace loop::report {

/// Where the vertices of a network are drawn, in units of the distance between neighbors.
struct NetworkLayout {
    std::vector<std::pair<double, double>> places; ///< x and y by vertex; only those of `shown` matter
    std::vector<bool> shown;
    double width = 1, height = 1; ///< places are from 0 to these
};

/// Rings are circles, meshes and tori grids (their planes side by side), hypercubes projections, trees drawn
/// from the root down. Of a fat tree, only nodes with ranks and the switches above them are shown.
NetworkLayout network_layout(const network::Topology& topology, const std::vector<int>& node_of_rank);

} // namespace loop::report
