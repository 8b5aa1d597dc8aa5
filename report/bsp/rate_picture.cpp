#include "base/text/units.h"
#include "report/bsp/log_axis.h"
#include "report/bsp/rates.h"
#include "report/figures/figure.h"
#include "report/figures/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report::bsp {

namespace {

constexpr double bytes_of_element = 3 * 8; ///< of x, y, and z

struct Reach {
    double least, most;
};

/// The rates that the picture shows.
Reach reach_of(const RateCurve& curve, const std::vector<Rate>& rates) {
    Reach reach{curve.mean[0], curve.mean[0]};
    const auto include = [&](double value) {
        if (!(value > 0)) return;
        reach = {reach.least > 0 ? std::min(reach.least, value) : value, std::max(reach.most, value)};
    };
    for (const auto* const values : {&curve.low, &curve.high})
        std::for_each(values->begin(), values->end(), include);
    for (const Rate& rate : rates)
        include(rate.mflops);
    return reach;
}

/// A vertical line where the three vectors fill a cache.
void draw_caches(Svg& svg, const Area& area, const QuantityAxis& across, const RateCurve& curve,
                 const std::vector<Rate>& rates) {
    for (const Rate& rate : rates) {
        if (!rate.fits_bytes || !std::isfinite(*rate.fits_bytes)) continue;
        const double n = *rate.fits_bytes / bytes_of_element;
        if (n < curve.n.front() || n > curve.n.back()) continue;
        svg.begin("label", fmt::format("the {} cache that a rank may fill: {}", rate.name,
                                       bytes_text(*rate.fits_bytes)));
        svg.line(across.x(n), area.top, across.x(n), area.bottom(), "axis");
        svg.text(across.x(n) - 4, area.top + 12, rate.name, "label", "end");
        svg.end();
    }
}

/// A horizontal line for a rate without vectors.
void draw_level(Svg& svg, const Area& area, const LogAxis& up, double mflops, const std::string& style) {
    const std::string y = coordinate(up.y(mflops));
    svg.path("M" + coordinate(area.left) + " " + y + "H" + coordinate(area.right()), "curve " + style);
}

void draw_launches(Svg& svg, const QuantityAxis& across, const LogAxis& up, const RateCurve& curve) {
    svg.begin("kind0", "launches, mean of the ranks");
    for (const Points& launch : curve.launches)
        for (std::size_t k = 0; k < launch.h.size(); ++k)
            svg.circle(across.x(launch.h[k]), up.y(launch.us[k]), 1.8, "kind0");
    svg.end();
    svg.begin("messages", "least to greatest of ranks and launches");
    for (std::size_t k = 0; k < curve.n.size(); ++k)
        svg.line(across.x(curve.n[k]), up.y(curve.low[k]), across.x(curve.n[k]), up.y(curve.high[k]),
                 "messages");
    svg.end();
}

} // namespace

std::string rate_picture(const RateCurve& curve, const std::vector<Rate>& rates) {
    const Area area{72, 34, figure_width - 92, 260};
    Svg svg(figure_width, area.bottom() + 40);
    const Reach reach = reach_of(curve, rates);
    const QuantityAxis across(area, curve.n.front(), curve.n.back(), number_text);
    const LogAxis up(area, reach.least, reach.most);
    svg.text(8, 14, "Mflop/s", "label");
    across.draw(svg);
    up.draw(svg);
    draw_caches(svg, area, across, curve, rates);
    std::vector<LegendEntry> legend{{"kind0", "DAXPY"}};
    for (const auto& [name, style] : {std::pair("scalar", "kind1"), std::pair("dgemm", "kind2")})
        for (const Rate& rate : rates)
            if (rate.name == name) {
                draw_level(svg, area, up, rate.mflops, style);
                legend.push_back({style, rate.name == "dgemm" ? "DGEMM" : "scalar operations"});
            }
    draw_launches(svg, across, up, curve);
    std::string path;
    for (std::size_t k = 0; k < curve.n.size(); ++k)
        path += (path.empty() ? "M" : "L") + coordinate(across.x(curve.n[k])) + " " +
                coordinate(up.y(curve.mean[k]));
    svg.path(path, "curve kind0");
    draw_legend(svg, area.right(), 14, legend);
    svg.text(area.right(), area.bottom() + 34, "n: elements of each vector", "label", "end");
    return svg.element(fmt::format("Rate of DAXPYs over the number of elements, {} to {}",
                                   number_text(curve.n.front()), number_text(curve.n.back())));
}

} // namespace loop::report::bsp
