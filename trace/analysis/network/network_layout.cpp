#include "trace/analysis/network/network_layout.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace loop::report {

namespace {

constexpr double turn = 2 * 3.14159265358979323846;
constexpr std::ptrdiff_t max_drawn_vertices = 1024;

/// Moves and scales the places that are shown, so that they are from 0 to `width` and `height`. 0: unscaled.
void fit(NetworkLayout& layout, double width, double height) {
    double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
    for (std::size_t i = 0; i < layout.places.size(); ++i) {
        if (!layout.shown[i]) continue;
        const auto [x, y] = layout.places[i];
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = std::max(bottom, y);
    }
    const double across = right > left && width > 0 ? width / (right - left) : 1,
                 down = bottom > top && height > 0 ? height / (bottom - top) : 1;
    for (Place& place : layout.places)
        place = {(place.first - left) * across, (place.second - top) * down};
    layout.width = (right - left) * across;
    layout.height = (bottom - top) * down;
}

void place_on_circle(NetworkLayout& layout, int nodes) {
    const double radius = std::max(1.0, nodes / turn);
    for (int node = 0; node < nodes; ++node) {
        const double angle = turn * node / nodes - turn / 4;
        layout.places[static_cast<std::size_t>(node)] = {radius * std::cos(angle), radius * std::sin(angle)};
    }
    fit(layout, 0, 0);
}

/// Two dimensions are a plane. Planes are side by side, each a little lower than the one before, so that the
/// links between them do not hide those in them.
void place_on_grid(NetworkLayout& layout, const std::vector<int>& extents) {
    const int columns = extents[0], rows = extents.size() > 1 ? extents[1] : 1;
    for (std::size_t node = 0; node < layout.places.size(); ++node) {
        const int index = static_cast<int>(node), plane = index / (columns * rows);
        layout.places[node] = {index % columns + plane * (columns + 0.4),
                               index / columns % rows + 0.35 * plane};
    }
    fit(layout, 0, 0);
}

/// Each dimension is a step in its own direction; the steps shrink, so that no two nodes meet.
void place_cube(NetworkLayout& layout, std::size_t dimensions) {
    for (std::size_t node = 0; node < layout.places.size(); ++node) {
        Place place{0, 0};
        for (std::size_t bit = 0; bit < dimensions; ++bit) {
            const std::size_t pair = (dimensions - 1 - bit) / 2;
            const bool across = (dimensions - 1 - bit) % 2 == 0;
            const double angle = (across ? 0 : turn / 4) + 0.35 * static_cast<double>(pair),
                         step = std::pow(0.46, pair) * ((node >> bit & 1) != 0 ? 1 : -1);
            place.first += step * std::cos(angle);
            place.second += step * std::sin(angle);
        }
        layout.places[node] = place;
    }
    const double side = 1.6 * std::sqrt(static_cast<double>(layout.places.size()));
    fit(layout, side, dimensions > 1 ? side : 0);
}

/// The children of a node share its width.
void place_tree(NetworkLayout& layout, int children) {
    const std::size_t nodes = layout.places.size(), fan_out = static_cast<std::size_t>(children);
    std::size_t count = 1;
    double level = 0;
    for (std::size_t first = 0; first < nodes;
         first += count, count = std::min(count * fan_out, nodes), ++level)
        for (std::size_t i = 0; i < count && first + i < nodes; ++i)
            layout.places[first + i] = {(static_cast<double>(i) + 0.5) / static_cast<double>(count), level};
    fit(layout, count > 1 ? std::clamp(0.6 * static_cast<double>(nodes), 2.0, 24.0) : 0, 1.4 * (level - 1));
}

/// Shows the nodes with ranks and what is above them: nodes in a row, switches above the middle of what is
/// below them.
void place_fat_tree(NetworkLayout& layout, const network::Topology& topology,
                    const std::vector<int>& vertex_of_rank) {
    std::fill(layout.shown.begin(), layout.shown.end(), false);
    for (const int vertex : vertex_of_rank)
        layout.shown[static_cast<std::size_t>(vertex)] = true;
    std::vector<double> weight(layout.places.size(), 0);
    double column = 0;
    const auto links = network::links_of(topology); // from the nodes up
    for (std::size_t node = 0; node < static_cast<std::size_t>(topology.nodes); ++node)
        if (layout.shown[node]) layout.places[node] = {column++, 0}, weight[node] = 1;
    for (const auto& [below, above] : links) {
        const auto from = static_cast<std::size_t>(below), to = static_cast<std::size_t>(above);
        if (!layout.shown[from]) continue;
        layout.shown[to] = true;
        const double sum = layout.places[to].first * weight[to] + layout.places[from].first * weight[from];
        weight[to] += weight[from];
        layout.places[to] = {sum / weight[to], -network::level_of(topology, above).first};
    }
    fit(layout, 0.6 * (column - 1), 2.0 * static_cast<double>(topology.extents.size()));
}

} // namespace

NetworkLayout network_layout(const network::Topology& topology, const std::vector<int>& vertex_of_rank) {
    const auto vertices = static_cast<std::size_t>(topology.vertices);
    NetworkLayout layout{std::vector<Place>(vertices), std::vector<bool>(vertices, true)};
    switch (topology.shape) {
    case network::Shape::Ring:
        place_on_circle(layout, topology.nodes);
        break;
    case network::Shape::Mesh:
    case network::Shape::Torus:
        place_on_grid(layout, topology.extents);
        break;
    case network::Shape::Hypercube:
        place_cube(layout, topology.extents.size());
        break;
    case network::Shape::Tree:
        place_tree(layout, topology.extents[0]);
        break;
    case network::Shape::FatTree:
        place_fat_tree(layout, topology, vertex_of_rank);
        break;
    }
    return layout;
}

bool is_drawable(const NetworkLayout& layout) {
    return std::count(layout.shown.begin(), layout.shown.end(), true) <= max_drawn_vertices;
}

std::optional<Place> bend_of(const network::Topology& topology, const NetworkLayout& layout, int a, int b) {
    const auto [ax, ay] = layout.places[static_cast<std::size_t>(a)];
    const auto [bx, by] = layout.places[static_cast<std::size_t>(b)];
    const bool in_row = ay == by, in_column = ax == bx;
    const bool is_long = std::abs(ax - bx) + std::abs(ay - by) > 1.5;
    if (topology.shape != network::Shape::Torus || !is_long || !(in_row || in_column)) return std::nullopt;
    const double aside = 0.7;
    return Place{(ax + bx) / 2 - (in_column ? aside : 0), (ay + by) / 2 - (in_row ? aside : 0)};
}

} // namespace loop::report
