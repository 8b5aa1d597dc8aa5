#include "report/viewer/network_data.h"

#include "report/page/base64.h"
#include "report/viewer/gzip.h"

#include <loop/varint.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

/// The number of each vertex among those that are shown; -1: it is not.
std::vector<int> shown_numbers(const NetworkLayout& layout) {
    std::vector<int> numbers(layout.shown.size(), -1);
    int count = 0;
    for (std::size_t vertex = 0; vertex < numbers.size(); ++vertex)
        if (layout.shown[vertex]) numbers[vertex] = count++;
    return numbers;
}

void add_links(NetworkView& view, const network::Topology& topology, const NetworkLayout& layout,
               const std::vector<int>& numbers) {
    for (const auto& [a, b] : network::links_of(topology)) {
        const int from = numbers[static_cast<std::size_t>(a)], to = numbers[static_cast<std::size_t>(b)];
        if (from >= 0 && to >= 0) view.links.push_back({from, to, bend_of(topology, layout, a, b)});
    }
}

/// The neighbors of each vertex, in the order of the links.
std::vector<std::vector<int>> neighbors(const NetworkView& view) {
    std::vector<std::vector<int>> all(view.places.size());
    for (const NetworkView::Link& link : view.links) {
        all[static_cast<std::size_t>(link.from)].push_back(link.to);
        all[static_cast<std::size_t>(link.to)].push_back(link.from);
    }
    return all;
}

void add_routes(NetworkView& view, const network::Topology& topology, const std::vector<int>& vertices,
                const std::vector<int>& numbers) {
    view.destinations = view.vertex_of_rank;
    std::sort(view.destinations.begin(), view.destinations.end());
    view.destinations.erase(std::unique(view.destinations.begin(), view.destinations.end()),
                            view.destinations.end());
    const std::vector<std::vector<int>> linked = neighbors(view);
    for (const int to : view.destinations) {
        std::vector<int> row;
        for (const int at : vertices) {
            const auto& around = linked[row.size()];
            const int destination = vertices[static_cast<std::size_t>(to)];
            const int next =
                at == destination
                    ? -1
                    : numbers[static_cast<std::size_t>(network::next_vertex(topology, at, destination))];
            const auto found = std::find(around.begin(), around.end(), next);
            row.push_back(found == around.end() ? 0 : static_cast<int>(found - around.begin()));
        }
        view.next.push_back(std::move(row));
    }
}

/// A thousandth of the distance between neighbors is less than a pixel.
double rounded(double coordinate) {
    return std::round(1000 * coordinate) / 1000;
}

Json link_list(const NetworkView& view) {
    Json list = Json::array();
    for (const NetworkView::Link& link : view.links)
        list.push_back(link.bend
                           ? Json{link.from, link.to, rounded(link.bend->first), rounded(link.bend->second)}
                           : Json{link.from, link.to});
    return list;
}

std::string packed_routes(const NetworkView& view) {
    std::string bytes;
    for (const std::vector<int>& row : view.next)
        for (const int neighbor : row)
            add_varint(bytes, static_cast<std::uint64_t>(neighbor));
    return base64(gzip(bytes));
}

} // namespace

NetworkView network_view(const PlacedNetwork& network) {
    const std::vector<int> vertex_of_rank = vertices_of_ranks(network);
    const NetworkLayout layout = network_layout(network.topology, vertex_of_rank);
    NetworkView view;
    view.title = network::topology_text(network.topology);
    view.is_too_large = !is_drawable(layout);
    if (view.is_too_large) return view;
    const std::vector<int> numbers = shown_numbers(layout);
    std::vector<int> vertices;
    for (std::size_t vertex = 0; vertex < numbers.size(); ++vertex) {
        if (numbers[vertex] < 0) continue;
        vertices.push_back(static_cast<int>(vertex));
        if (static_cast<int>(vertex) < network.topology.nodes) ++view.nodes;
        view.names.push_back(network::vertex_text(network.topology, static_cast<int>(vertex)));
        view.places.push_back(layout.places[vertex]);
    }
    view.width = layout.width;
    view.height = layout.height;
    for (const int vertex : vertex_of_rank)
        view.vertex_of_rank.push_back(numbers[static_cast<std::size_t>(vertex)]);
    add_links(view, network.topology, layout, numbers);
    add_routes(view, network.topology, vertices, numbers);
    return view;
}

Json network_json(const NetworkView& view) {
    if (view.is_too_large) return {{"title", view.title}, {"too_large", true}};
    Json places = Json::array();
    for (const auto& [x, y] : view.places)
        places.push_back({rounded(x), rounded(y)});
    return {{"title", view.title},
            {"too_large", false},
            {"names", view.names},
            {"nodes", view.nodes},
            {"places", places},
            {"size", {rounded(view.width), rounded(view.height)}},
            {"links", link_list(view)},
            {"vertex_of_rank", view.vertex_of_rank},
            {"destinations", view.destinations},
            {"next", packed_routes(view)}};
}

} // namespace loop::report
