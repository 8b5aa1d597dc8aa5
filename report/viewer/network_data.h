#pragma once

#include "base/text/json.h"
#include "trace/analysis/network/network_layout.h"
#include "trace/analysis/network/network_load.h"

#include <string>
#include <vector>

namespace loop::report {

/// The part of a network that the page's replay draws. Vertices are those that are shown, numbered again.
struct NetworkView {
    struct Link {
        int from, to;
        std::optional<Place> bend; ///< as of bend_of()
    };

    std::string title;
    bool is_too_large = false; ///< nothing else is set
    std::vector<std::string> names;
    int nodes = 0; ///< the first vertices, before switches
    std::vector<Place> places;
    double width = 1, height = 1; ///< places are from 0 to these
    std::vector<Link> links;
    std::vector<int> vertex_of_rank;
    /// The vertices with ranks, rising. For each, a row of `next` with one entry per vertex: the neighbor to
    /// which a message to it goes. Neighbors are counted in the order of `links`; the entry of the vertex
    /// itself is 0.
    std::vector<int> destinations;
    std::vector<std::vector<int>> next;
};

NetworkView network_view(const PlacedNetwork& network);

/// As report/viewer/network.js reads it.
Json network_json(const NetworkView& view);

} // namespace loop::report
