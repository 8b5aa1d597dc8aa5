#include "report/figures/chart_marks.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace loop::report {

namespace {

constexpr std::size_t max_series_marks = 500; ///< of a series
constexpr double point_radius = 3.4, interval_cap = 3.5, bars_share = 0.8, min_cell_height = 15;

/// The outline of a point: a circle, or the corners of a polygon.
std::string point_path(double x, double y, std::size_t shape) {
    constexpr double r = point_radius;
    using Corners = std::vector<std::pair<double, double>>;
    static const std::array<Corners, 5> polygons{
        Corners{{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}},
        Corners{{0, -1.25}, {1.15, 0.85}, {-1.15, 0.85}}, Corners{{0, -1.3}, {1.3, 0}, {0, 1.3}, {-1.3, 0}},
        Corners{{0, 1.25}, {1.15, -0.85}, {-1.15, -0.85}},
        Corners{{0.6, -1.1}, {1.25, 0}, {0.6, 1.1}, {-0.6, 1.1}, {-1.25, 0}, {-0.6, -1.1}}};
    if (shape % (polygons.size() + 1) == 0)
        return fmt::format("M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", coordinate(x - r),
                           coordinate(y), fmt::arg("r", r), fmt::arg("d", 2 * r));
    std::string path;
    for (const auto& [dx, dy] : polygons[shape % (polygons.size() + 1) - 1])
        path += (path.empty() ? "M" : "L") + coordinate(x + r * dx) + " " + coordinate(y + r * dy);
    return path + "z";
}

std::string point_style(const ChartSeries& series) {
    return (series.outlined ? "mark open " : "mark point ") + series.style;
}

std::vector<ChartMark> some_marks(const std::vector<ChartMark>& all) {
    std::vector<ChartMark> some;
    for (const std::size_t i : evenly(all.size(), max_series_marks))
        some.push_back(all[i]);
    return some;
}

std::string interval_path(const PanelPlane& plane, const ChartMark& mark, bool across) {
    const auto [low, high] = *mark.interval;
    if (!(high > low)) return {};
    const double x = plane.x(mark.x), y = plane.y(mark.y);
    if (across)
        return fmt::format("M{0} {1}v{4}M{0} {2}H{3}M{3} {1}v{4}", coordinate(plane.x(low)),
                           coordinate(y - interval_cap), coordinate(y), coordinate(plane.x(high)),
                           coordinate(2 * interval_cap));
    return fmt::format("M{0} {1}h{4}M{2} {1}V{3}M{0} {3}h{4}", coordinate(x - interval_cap),
                       coordinate(plane.y(low)), coordinate(x), coordinate(plane.y(high)),
                       coordinate(2 * interval_cap));
}

void draw_points(Svg& svg, const PanelPlane& plane, const ChartSeries& series,
                 const std::vector<ChartMark>& marks) {
    std::string line, intervals, points;
    bool is_connected = false;
    for (const ChartMark& mark : marks) {
        if (!plane.has(mark)) {
            is_connected = false;
            continue;
        }
        const double x = plane.x(mark.x), y = plane.y(mark.y);
        line += (is_connected ? "L" : "M") + coordinate(x) + " " + coordinate(y);
        is_connected = true;
        if (mark.interval) intervals += interval_path(plane, mark, series.is_across);
        points += point_path(x, y, series.shape);
    }
    if (series.look == ChartLook::Guide) return svg.path(line, "guide");
    svg.path(intervals, (series.outlined ? "mark interval dashed " : "mark interval ") + series.style);
    if (series.look == ChartLook::Line) svg.path(line, "curve " + series.style);
    svg.path(points, point_style(series));
}

std::string bar_path(const PanelPlane& plane, double left, double right, double low, double high) {
    return fmt::format("M{0} {2}H{1}V{3}H{0}z", coordinate(plane.x(left)), coordinate(plane.x(right)),
                       coordinate(plane.y(low)), coordinate(plane.y(high)));
}

/// The bars of all series share the width of their place.
class Bars {
public:
    explicit Bars(const std::vector<ChartSeries>& all)
        : count_(static_cast<double>(std::count_if(
              all.begin(), all.end(), [](const ChartSeries& s) { return s.look == ChartLook::Bars; }))) {}

    void draw(Svg& svg, const PanelPlane& plane, const ChartSeries& series,
              const std::vector<ChartMark>& marks) {
        std::string path;
        const double width = bars_share / count_, from = width * drawn_++ - bars_share / 2;
        for (const ChartMark& mark : marks)
            if (plane.has(mark))
                path += bar_path(plane, mark.x + from, mark.x + from + 0.92 * width, 0, mark.y);
        svg.path(path, series.style);
    }

    void stack(Svg& svg, const PanelPlane& plane, const ChartSeries& series,
               const std::vector<ChartMark>& marks) {
        std::string path;
        for (const ChartMark& mark : marks) {
            if (!plane.has(mark)) continue;
            double& top = tops_[mark.x];
            path += bar_path(plane, mark.x - 0.35, mark.x + 0.35, top, top + mark.y);
            top += mark.y;
        }
        svg.path(path, series.style);
    }

private:
    double count_, drawn_ = 0;
    std::map<double, double> tops_;
};

} // namespace

PanelPlane::PanelPlane(const Area& area, const ChartPanel& panel)
    : area_(area), across_(panel.x.low, panel.x.high, panel.x.logarithmic),
      up_(panel.y.low, panel.y.high, panel.y.logarithmic) {}

bool PanelPlane::is_inside(const AxisScale& scale, double value) {
    if (!scale.has(value)) return false;
    const double part = scale.part(value);
    return part > -1e-6 && part < 1 + 1e-6;
}

double PanelPlane::part(const AxisScale& scale, double value) {
    return scale.has(value) ? std::clamp(scale.part(value), 0.0, 1.0) : 0;
}

double PanelPlane::x(double value) const {
    return area_.left + area_.width * part(across_, value);
}

double PanelPlane::y(double value) const {
    return area_.bottom() - area_.height * part(up_, value);
}

void draw_series(Svg& svg, const PanelPlane& plane, const std::vector<ChartSeries>& all) {
    Bars bars(all);
    for (const ChartSeries& series : all) {
        const std::vector<ChartMark> marks = some_marks(series.marks);
        switch (series.look) {
        case ChartLook::Bars:
            bars.draw(svg, plane, series, marks);
            break;
        case ChartLook::Stack:
            bars.stack(svg, plane, series, marks);
            break;
        case ChartLook::Line:
        case ChartLook::Points:
        case ChartLook::Guide:
            draw_points(svg, plane, series, marks);
            break;
        }
    }
}

void draw_cells(Svg& svg, const PanelPlane& plane, const std::vector<ChartCell>& cells,
                const ColorScale& colors) {
    std::vector<std::string> paths(colors.steps);
    bool fit = true;
    for (const ChartCell& cell : cells) {
        paths[colors.step(cell.value)] +=
            bar_path(plane, cell.x - 0.5, cell.x + 0.5, cell.y - 0.5, cell.y + 0.5);
        fit = fit && width_of_text(cell.text) < std::abs(plane.x(1) - plane.x(0)) - 4 &&
              std::abs(plane.y(1) - plane.y(0)) >= min_cell_height;
    }
    for (std::size_t i = 0; i < paths.size(); ++i)
        svg.path(paths[i], colors.style(i));
    if (!fit) return;
    for (const ChartCell& cell : cells)
        svg.text(plane.x(cell.x), plane.y(cell.y) + 4, cell.text,
                 colors.step(cell.value) * 2 > colors.steps ? "cell on-dark" : "cell", "middle");
}

LegendEntry legend_entry(const ChartSeries& series) {
    LegendEntry entry{series.style, series.name};
    if (series.look == ChartLook::Bars || series.look == ChartLook::Stack) return entry;
    entry.width = series.look == ChartLook::Points ? 9 : 24;
    entry.sample = [series, width = entry.width](Svg& svg, double x, double y) {
        const std::string line =
            fmt::format("M{} {}h{}", coordinate(x), coordinate(y - 4), coordinate(width));
        if (series.look == ChartLook::Guide) return svg.path(line, "guide");
        if (series.look == ChartLook::Line) svg.path(line, "curve " + series.style);
        svg.path(point_path(x + width / 2, y - 4, series.shape), point_style(series));
    };
    return entry;
}

} // namespace loop::report
