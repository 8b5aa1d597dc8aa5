#include "report/figures/figure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double middle_x = 210, middle_y = 206, radius = 165, pi = 3.14159265358979;
constexpr std::size_t max_spokes = 512;

struct Point {
    double x, y;
};

Point at(double share, std::size_t spoke, std::size_t spokes) {
    const double angle = 2 * pi * static_cast<double>(spoke) / static_cast<double>(spokes) - pi / 2;
    return {middle_x + radius * share * std::cos(angle), middle_y + radius * share * std::sin(angle)};
}

/// One or two ranks do not span an area; their spokes are strokes from the center.
std::string polygon(const std::vector<double>& shares) {
    std::string path;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const Point point = at(shares[i], i, shares.size());
        const std::string from =
            shares.size() < 3 ? fmt::format("M{} {}", coordinate(middle_x), coordinate(middle_y)) : "";
        path += fmt::format("{}{}{} {}", from, i == 0 && from.empty() ? "M" : "L", coordinate(point.x),
                            coordinate(point.y));
    }
    return path + "Z";
}

} // namespace

Svg draw_kiviat(const FigureInput& input) {
    Svg svg(420, 424);
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
        busy[i] = times.percent(State::Busy) / 100;
        both[i] = busy[i] + times.percent(State::Overhead) / 100;
    }
    for (const double share : {0.25, 0.5, 0.75, 1.0})
        svg.circle(middle_x, middle_y, radius * share, "ring");
    const char* thin = spokes < 3 ? " thick" : "";
    svg.path(polygon(both), std::string("kiviat-outer") + thin);
    svg.path(polygon(busy), std::string("kiviat-inner") + thin);
    const std::size_t every = (spokes + 31) / 32;
    for (std::size_t i = 0; i < spokes; ++i) {
        const Point end = at(1, i, spokes), label = at(1.09, i, spokes);
        if (spokes <= 64) svg.line(middle_x, middle_y, end.x, end.y, "spoke");
        if (i % every == 0)
            svg.text(label.x, label.y + 4, std::to_string(i * std::max<std::size_t>(ranks, 1) / spokes),
                     "label", "middle");
    }
    svg.rectangle(10, 404, 11, 11, "busy");
    svg.text(26, 413, "busy", "label");
    svg.rectangle(80, 404, 11, 11, "overhead");
    svg.text(96, 413, "busy or overhead; outer ring: 100 %", "label");
    if (unknown > 0)
        svg.text(10, 14, fmt::format("unknown for {} of {} ranks: not drawn", unknown, spokes), "label");
    return svg;
}

} // namespace loop::report
