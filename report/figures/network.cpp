#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/figures/figure.h"
#include "report/figures/plot.h"
#include "trace/analysis/network/network_layout.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace loop::report {

namespace {

/// Without the two lightest shades, which look like links that are not in use.
constexpr std::size_t link_shades = 5, first_shade = 2, max_labels = 128;
constexpr double margin = 26, max_unit = 64, min_height = 120;

/// The bytes of a link's busier direction; -1: not in use.
double bytes_on(const NetworkLoad& load, int a, int b) {
    double bytes = -1;
    for (const auto& link : {std::pair(a, b), std::pair(b, a)})
        if (const auto found = load.links.find(link); found != load.links.end())
            bytes = std::max(bytes, static_cast<double>(found->second.bytes));
    return bytes;
}

double most_bytes(const NetworkLoad& load) {
    double most = 0;
    for (const auto& [link, on_it] : load.links)
        most = std::max(most, static_cast<double>(on_it.bytes));
    return most;
}

std::size_t link_shade(double bytes, double most) {
    const double share = most > 0 ? bytes / most : 0;
    return std::min(link_shades - 1, static_cast<std::size_t>(share * static_cast<double>(link_shades)));
}

double link_width(std::size_t shade) {
    return 2 + 1.2 * static_cast<double>(shade);
}

class NetworkPicture {
public:
    NetworkPicture(const NetworkLoad& load, NetworkLayout layout, double width)
        : load_(load), layout_(std::move(layout)), most_(most_bytes(load)) {
        left_ = margin;
        unit_ = std::min(max_unit, (width - 2 * margin) / std::max(layout_.width, 1e-9));
        left_ = margin + std::max(0.0, (width - 2 * margin - unit_ * layout_.width) / 2);
        // Wide and flat networks, such as fat trees, are stretched.
        down_ = std::max(unit_, std::min(max_unit, min_height / std::max(layout_.height, 1e-9)));
    }

    double height() const { return 2 * margin + down_ * layout_.height; }

    void draw(Svg& svg, double top) {
        top_ = top + margin;
        draw_links(svg);
        draw_nodes(svg);
    }

private:
    double x(double across) const { return left_ + unit_ * across; }
    double y(double down) const { return top_ + down_ * down; }
    double x(int vertex) const { return x(layout_.places[static_cast<std::size_t>(vertex)].first); }
    double y(int vertex) const { return y(layout_.places[static_cast<std::size_t>(vertex)].second); }
    bool shown(int vertex) const { return layout_.shown[static_cast<std::size_t>(vertex)]; }

    std::string stroke(int a, int b) const {
        const std::string begin = fmt::format("M{} {}", coordinate(x(a)), coordinate(y(a))),
                          end = fmt::format("{} {}", coordinate(x(b)), coordinate(y(b)));
        const auto bend = bend_of(load_.topology, layout_, a, b);
        if (!bend) return begin + "L" + end;
        return fmt::format("{}Q{} {} {}", begin, coordinate(x(bend->first)), coordinate(y(bend->second)),
                           end);
    }

    void draw_links(Svg& svg) const {
        std::array<std::string, link_shades> paths;
        std::string unused;
        for (const auto& [a, b] : network::links_of(load_.topology)) {
            if (!shown(a) || !shown(b)) continue;
            const double bytes = bytes_on(load_, a, b);
            (bytes < 0 ? unused : paths[link_shade(bytes, most_)]) += stroke(a, b);
        }
        svg.path(unused, "stroke grid");
        for (std::size_t i = 0; i < link_shades; ++i)
            svg.path(paths[i], fmt::format("stroke shade{}", first_shade + i), link_width(i));
    }

    std::string dot(int vertex, double radius) const {
        return fmt::format("M{} {}a{} {} 0 1 0 {} 0a{} {} 0 1 0 -{} 0z", coordinate(x(vertex) - radius),
                           coordinate(y(vertex)), coordinate(radius), coordinate(radius),
                           coordinate(2 * radius), coordinate(radius), coordinate(radius),
                           coordinate(2 * radius));
    }

    void draw_nodes(Svg& svg) const {
        std::vector<std::vector<int>> ranks(static_cast<std::size_t>(load_.topology.vertices));
        const std::vector<int> vertex_of_rank = vertices_of_ranks(load_);
        for (std::size_t rank = 0; rank < vertex_of_rank.size(); ++rank)
            ranks[static_cast<std::size_t>(vertex_of_rank[rank])].push_back(static_cast<int>(rank));
        const double radius = std::clamp(0.3 * unit_, 2.0, 10.0);
        std::string with_ranks, empty, switches;
        for (int vertex = 0; vertex < load_.topology.vertices; ++vertex) {
            if (!shown(vertex)) continue;
            if (vertex >= load_.topology.nodes)
                switches += dot(vertex, std::max(radius, 4.0));
            else if (ranks[static_cast<std::size_t>(vertex)].empty())
                empty += dot(vertex, 0.35 * radius);
            else
                with_ranks += dot(vertex, radius);
        }
        svg.path(empty, "axis-dots");
        svg.path(switches, "axis-dots");
        svg.path(with_ranks, "node");
        if (radius < 7 || load_.node_of_rank.size() > max_labels) return;
        for (int vertex = 0; vertex < load_.topology.nodes; ++vertex)
            draw_label(svg, vertex, ranks[static_cast<std::size_t>(vertex)]);
    }

    void draw_label(Svg& svg, int vertex, const std::vector<int>& ranks) const {
        if (ranks.empty() || !shown(vertex)) return;
        const std::string more = ranks.size() > 1 ? "+" : "";
        svg.text(x(vertex), y(vertex) + 4, std::to_string(ranks[0]) + more, "label node-label", "middle");
    }

    const NetworkLoad& load_;
    NetworkLayout layout_;
    double most_, left_ = 0, top_ = 0, unit_ = 1, down_ = 1;
};

std::vector<LegendEntry> network_key(const NetworkLoad& load) {
    std::vector<LegendEntry> entries;
    const double most = most_bytes(load);
    for (const std::size_t shade : {std::size_t{0}, link_shades / 2, link_shades - 1})
        entries.push_back({fmt::format("shade{}", first_shade + shade),
                           "up to " + bytes_text(most * static_cast<double>(shade + 1) /
                                                 static_cast<double>(link_shades))});
    return entries;
}

Svg sentence(double width, const std::string& text) {
    Svg svg(width, 40);
    svg.text(8, 24, text, "label");
    return svg;
}

} // namespace

Svg draw_network(const FigureInput& input) {
    const double width = input.width_or(720);
    if (input.network == nullptr) return sentence(width, "the topology of the network is unknown");
    const NetworkLoad& load = *input.network;
    NetworkLayout layout = network_layout(load.topology, vertices_of_ranks(load));
    if (!is_drawable(layout))
        return sentence(width, network::topology_text(load.topology) +
                                   ": too large to draw; the table lists the busiest links");
    const Legend key(network_key(load), 8, width - 8);
    const double top = 14 + key.height();
    NetworkPicture picture(load, std::move(layout), width);
    Svg svg(width, top + picture.height());
    svg.text(8, 14, network::topology_text(load.topology), "label");
    key.draw(svg, 14 + (width < 480 ? 18 : 0));
    picture.draw(svg, top);
    return svg;
}

} // namespace loop::report
