#include "report/bsp/measured.h"
#include "report/figures/figure.h"
#include "report/figures/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report::bsp {

namespace {

constexpr std::size_t max_points = 2000;

std::string words_text(double h) {
    return fmt::format("{:g}", h);
}

void draw_line(Svg& svg, const QuantityAxis& words, const ValueAxis& times, double from, double to,
               const Line& line, const std::string& style) {
    svg.path("M" + coordinate(words.x(from)) + " " + coordinate(times.y(std::max(0.0, line.at(from)))) + "L" +
                 coordinate(words.x(to)) + " " + coordinate(times.y(std::max(0.0, line.at(to)))),
             style);
}

/// Draws the residuals of the points below the times.
void draw_residuals(Svg& svg, const Area& area, const QuantityAxis& words, const Measured& found,
                    std::size_t every) {
    double most = 0;
    for (std::size_t k = 0; k < found.points.h.size(); k += every)
        if (found.points.h[k] >= found.h0 && found.points.h[k] <= found.h1)
            most = std::max(most, std::abs(found.points.us[k] - found.line.at(found.points.h[k])));
    const double middle = area.top + area.height / 2;
    svg.text(8, area.top - 6, fmt::format("distance from the line, us (up to {:.3g})", most), "label");
    svg.line(area.left, middle, area.right(), middle, "axis");
    svg.begin("messages", "distances from the line");
    for (std::size_t k = 0; k < found.points.h.size() && most > 0; k += every) {
        const double h = found.points.h[k];
        if (h < found.h0 || h > found.h1) continue;
        const double distance = (found.points.us[k] - found.line.at(h)) / most;
        svg.line(words.x(h), middle, words.x(h), middle - distance * area.height / 2, "messages");
    }
    svg.end();
}

} // namespace

/// Draws the points, the line (and the two lines of a bend), and the residuals.
std::string picture(const Measured& found) {
    const std::size_t count = found.points.h.size(), every = count / max_points + 1;
    const Area area{64, 34, figure_width - 84, 300};
    const Area below{64, 396, figure_width - 84, 70};
    Svg svg(figure_width, below.bottom() + 40);
    const double most = *std::max_element(found.points.us.begin(), found.points.us.end());
    const QuantityAxis words(area, 0, std::max(1.0, found.points.h.back()), words_text);
    const ValueAxis times(area, most > 0 ? most * 1.05 : 1, "");
    svg.text(8, 14, "time of an h-relation, us", "label");
    const auto bend = find_bend(found.points, found.h0, found.h1);
    std::vector<LegendEntry> legend{{"queue", "measured"}, {"kind1", "least squares"}};
    if (bend) legend.push_back({"kind2", "two lines"});
    draw_legend(svg, area.right(), 14, legend);
    words.draw(svg);
    times.draw(svg);
    svg.begin("queue", "measured");
    for (std::size_t k = 0; k < count; k += every)
        svg.circle(words.x(found.points.h[k]), times.y(found.points.us[k]), 1.8, "queue");
    svg.end();
    draw_line(svg, words, times, found.h0, found.h1, found.line, "curve kind1");
    if (bend) {
        draw_line(svg, words, times, found.h0, bend->h, bend->below, "curve kind2");
        draw_line(svg, words, times, bend->h, found.h1, bend->above, "curve kind2");
    }
    draw_residuals(svg, below, words, found, every);
    svg.text(area.right(), area.bottom() + 34, "h: words sent and received per rank", "label", "end");
    return svg.element("Times of h-relations and the line through them. " + found.bottom_line());
}

} // namespace loop::report::bsp
