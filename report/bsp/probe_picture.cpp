#include "base/text/units.h"
#include "report/bsp/log_axis.h"
#include "report/bsp/probed.h"
#include "report/figures/figure.h"
#include "report/figures/plot.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report::bsp {

namespace {

constexpr std::size_t steps_of_model = 64;

struct Drawn {
    const BlockCurve* curve;
    std::string style;
};

std::vector<Drawn> drawn(const Probed& found) {
    std::vector<Drawn> all{{&found.total, "kind0"}};
    if (found.shift) all.push_back({&*found.shift, "kind1"});
    return all;
}

/// The positive values of all points and models.
std::vector<double> positive_values(const std::vector<Drawn>& all) {
    std::vector<double> values;
    for (const Drawn& one : all) {
        for (const Points& launch : one.curve->launches)
            std::copy_if(launch.us.begin(), launch.us.end(), std::back_inserter(values),
                         [](double value) { return value > 0; });
        if (one.curve->g_infinity > 0) values.push_back(one.curve->g_infinity);
    }
    return values;
}

/// The model as a curve, and its g infinity and n-half as marks.
void draw_model(Svg& svg, const Area& area, const QuantityAxis& blocks, const LogAxis& costs,
                const Drawn& one) {
    const BlockCurve& curve = *one.curve;
    if (!(curve.g_infinity > 0) || !(curve.n_half >= 0) || curve.points.h.empty()) return;
    const double least = curve.points.h.front(), most = curve.points.h.back();
    std::string path;
    for (std::size_t k = 0; k <= steps_of_model; ++k) {
        const double words =
            least * std::pow(most / least, static_cast<double>(k) / static_cast<double>(steps_of_model));
        if (!costs.contains(curve.at(words))) continue;
        path += (path.empty() ? "M" : "L") + coordinate(blocks.x(words)) + " " +
                coordinate(costs.y(curve.at(words)));
    }
    if (!path.empty()) svg.path(path, "curve " + one.style);
    if (curve.n_half < least || curve.n_half > most) return;
    svg.begin("label", fmt::format("{}: n-half = {} words, where g is twice g infinity", curve.pattern,
                                   number(curve.n_half)));
    const double x = blocks.x(curve.n_half), y = costs.y(curve.at(curve.n_half));
    svg.line(x, y, x, area.bottom(), "axis");
    svg.text(x + 4, area.bottom() - 6, "n-half", "label");
    svg.end();
}

void draw_points(Svg& svg, const QuantityAxis& blocks, const LogAxis& costs, const Drawn& one) {
    svg.begin(one.style, one.curve->pattern + ", launches");
    for (const Points& launch : one.curve->launches)
        for (std::size_t k = 0; k < launch.h.size(); ++k)
            svg.circle(blocks.x(launch.h[k]), costs.y(launch.us[k]), 2.2, one.style);
    svg.end();
}

/// l low and l high of every launch, on one axis from 0.
void draw_supersteps(Svg& svg, const Area& area, const Probed& found) {
    double most = 0;
    for (const auto* const values : {&found.l_low_of_launches, &found.l_of_launches})
        for (const double value : *values)
            most = std::max(most, value);
    if (!(most > 0)) return;
    const QuantityAxis flops(area, 0, most * 1.05, number_text);
    flops.draw(svg);
    svg.text(8, area.top - 6, "l: time of a superstep in each launch, flop", "label");
    const auto draw = [&](const std::vector<double>& values, double row, const char* name) {
        const double y = area.top + area.height * row;
        svg.text(area.left - 8, y + 4, name, "label", "end");
        svg.begin("queue", name);
        for (const double value : values)
            svg.circle(flops.x(std::max(0.0, value)), y, 3, "queue");
        svg.end();
    };
    draw(found.l_low_of_launches, 0.3, "low");
    draw(found.l_of_launches, 0.7, "high");
}

} // namespace

std::string probe_picture(const Probed& found) {
    const std::vector<Drawn> all = drawn(found);
    std::vector<double> values = positive_values(all);
    if (values.empty()) values = {1};
    double least = found.total.points.h.front(), most = found.total.points.h.back();
    for (const Drawn& one : all) {
        least = std::min(least, one.curve->points.h.front());
        most = std::max(most, one.curve->points.h.back());
    }
    const Area area{72, 34, figure_width - 92, 260};
    const Area below{72, area.bottom() + 66, figure_width - 92, 48};
    Svg svg(figure_width, below.bottom() + 28);
    const QuantityAxis blocks(area, least, most, number_text);
    const LogAxis costs(area, *std::min_element(values.begin(), values.end()),
                        *std::max_element(values.begin(), values.end()));
    svg.text(8, 14, "g, flop per 32-bit word", "label");
    blocks.draw(svg);
    costs.draw(svg);
    std::vector<LegendEntry> legend;
    for (const Drawn& one : all) {
        draw_points(svg, blocks, costs, one);
        draw_model(svg, area, blocks, costs, one);
        legend.push_back({one.style, one.curve->pattern});
    }
    draw_legend(svg, area.right(), 14, legend);
    svg.text(area.right(), area.bottom() + 34, "b: 32-bit words per block", "label", "end");
    draw_supersteps(svg, below, found);
    return svg.element("g over the size of the blocks, and the model g infinity (1 + n-half / b). " +
                       found.bottom_line());
}

} // namespace loop::report::bsp
