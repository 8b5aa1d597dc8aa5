#include "report/figures/figure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double pi = 3.14159265358979;
constexpr std::size_t max_spokes = 512;

struct Point {
    double x, y;
};

struct Circle {
    double x, y, radius;

    Point at(double share, std::size_t spoke, std::size_t spokes) const {
        const double angle = 2 * pi * static_cast<double>(spoke) / static_cast<double>(spokes) - pi / 2;
        return {x + radius * share * std::cos(angle), y + radius * share * std::sin(angle)};
    }
};

/// One or two ranks do not span an area; their spokes are strokes from the center.
std::string polygon(const Circle& circle, const std::vector<double>& percent, double outer) {
    std::string path;
    for (std::size_t i = 0; i < percent.size(); ++i) {
        const Point point = circle.at(percent[i] / outer, i, percent.size());
        const std::string from =
            percent.size() < 3 ? fmt::format("M{} {}", coordinate(circle.x), coordinate(circle.y)) : "";
        path += fmt::format("{}{}{} {}", from, i == 0 && from.empty() ? "M" : "L", coordinate(point.x),
                            coordinate(point.y));
    }
    return path + "Z";
}

/// The percentage of the outer ring: a round one that is not below the largest.
double outer_percent(const std::vector<double>& percent) {
    const double most = percent.empty() ? 0 : *std::max_element(percent.begin(), percent.end());
    for (const double outer : {0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 20.0, 40.0, 60.0, 80.0})
        if (most > 0 && most <= outer) return outer;
    return 100;
}

void draw_rings(Svg& svg, const Circle& circle, double outer) {
    for (const double share : {0.25, 0.5, 0.75, 1.0})
        svg.circle(circle.x, circle.y, circle.radius * share, "ring");
    // Between two spokes, so that they do not collide with the ranks' numbers.
    for (const double share : {0.5, 1.0})
        svg.text(circle.x + circle.radius * share * std::sin(pi / 7) + 3,
                 circle.y - circle.radius * share * std::cos(pi / 7) - 3,
                 fmt::format("{:g} %", outer * share), "label");
}

} // namespace

Svg draw_kiviat(const FigureInput& input) {
    const double width = input.width_or(420);
    const Circle circle{width / 2, width / 2 - 4, width / 2 - 45};
    Svg svg(width, width + 4);
    const std::size_t ranks = input.analysis.times_by_rank.size();
    const std::size_t spokes = std::min(std::max<std::size_t>(ranks, 1), max_spokes);
    std::vector<double> busy(spokes), both(spokes);
    std::size_t unknown = 0;
    for (std::size_t i = 0; i < spokes && ranks > 0; ++i) {
        const StateTimes& times = input.analysis.times_by_rank[i * ranks / spokes];
        if (!times.is_known()) {
            ++unknown;
            continue;
        }
        busy[i] = times.percent(State::Busy);
        both[i] = busy[i] + times.percent(State::Overhead);
    }
    const double outer = outer_percent(both);
    const char* thin = spokes < 3 ? " thick" : "";
    svg.path(polygon(circle, both, outer), std::string("kiviat-outer") + thin);
    svg.path(polygon(circle, busy, outer), std::string("kiviat-inner") + thin);
    const std::size_t every = (spokes + 31) / 32;
    for (std::size_t i = 0; i < spokes; ++i) {
        const Point end = circle.at(1, i, spokes), label = circle.at(1 + 15 / circle.radius, i, spokes);
        if (spokes <= 64) svg.line(circle.x, circle.y, end.x, end.y, "spoke");
        if (i % every == 0)
            svg.text(label.x, label.y + 4, std::to_string(i * std::max<std::size_t>(ranks, 1) / spokes),
                     "label", "middle");
    }
    draw_rings(svg, circle, outer);
    const double below = svg.height() - 11;
    svg.rectangle(10, below - 9, 11, 11, "busy");
    svg.text(26, below, "busy", "label");
    svg.rectangle(80, below - 9, 11, 11, "overhead");
    svg.text(96, below, "busy or overhead", "label");
    if (unknown > 0)
        svg.text(10, 14, fmt::format("unknown for {} of {} ranks: not drawn", unknown, spokes), "label");
    return svg;
}

} // namespace loop::report
