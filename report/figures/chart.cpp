#include "report/figures/chart.h"

#include "base/text/clean.h"
#include "report/figures/chart_marks.h"
#include "report/figures/patterns.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <tuple>

namespace loop::report {

namespace {

constexpr double heading_room = 30, label_row = 22, panel_gap = 18, chart_right = 16, bar_room = 96,
                 bar_width = 14;
constexpr double min_tick_distance = 13, slope_cos = 0.82, slope_sin = 0.57; ///< of 35 degrees
constexpr std::size_t max_heading = 90, longest_name = 26, longest_entry = 48;

std::string name_text(const Tick& tick) {
    return shortened(tick.text, longest_name);
}

double widest(const std::vector<Tick>& ticks) {
    double width = 0;
    for (const Tick& tick : ticks)
        width = std::max(width, width_of_text(name_text(tick)));
    return width;
}

/// Whether the names on this axis would run into each other.
bool is_sloped(const ChartAxis& axis, double width) {
    return axis.has_names && widest(axis.ticks) + 6 > width / std::max(std::abs(axis.high - axis.low), 1.0);
}

/// The height of labels and title below a panel.
double room_below(const ChartAxis& axis, double width) {
    const double labels = is_sloped(axis, width) ? slope_sin * widest(axis.ticks) + 16 : 22;
    return labels + (axis.label.empty() ? 4 : 18);
}

void draw_sloped_ticks(Svg& svg, const PanelPlane& plane, const ChartAxis& axis) {
    double free_from = -HUGE_VAL;
    for (const Tick& tick : axis.ticks) {
        const double x = plane.x(tick.value);
        if (x < free_from) continue;
        free_from = x + min_tick_distance;
        svg.sloped_text(x + 4, plane.area().bottom() + 14, name_text(tick), "label");
    }
}

void draw_level_ticks(Svg& svg, const PanelPlane& plane, const ChartAxis& axis) {
    std::vector<Tick> ticks = axis.ticks; // from left to right, also on an axis that decreases
    std::sort(ticks.begin(), ticks.end(),
              [&](const Tick& a, const Tick& b) { return plane.x(a.value) < plane.x(b.value); });
    double free_from = -HUGE_VAL;
    for (const Tick& tick : ticks) {
        const double x = plane.x(tick.value), half = width_of_text(tick.text) / 2;
        if (x - half < free_from) continue;
        free_from = x + half + 5;
        if (axis.has_names)
            svg.text(x, plane.area().bottom() + 17, tick.text, "label", "middle");
        else
            draw_tick_below(svg, plane.area(), x, tick.text);
    }
}

/// Lines between the places of names, for points side by side.
void draw_borders(Svg& svg, const PanelPlane& plane, const ChartAxis& axis) {
    for (std::size_t i = 1; i < axis.ticks.size(); ++i) {
        const double x = plane.x(axis.ticks[i].value - 0.5);
        svg.line(x, plane.area().top, x, plane.area().bottom(), "grid");
    }
}

void draw_left_ticks(Svg& svg, const PanelPlane& plane, const ChartAxis& axis) {
    double last = HUGE_VAL;
    for (const Tick& tick : axis.ticks) {
        const double y = plane.y(tick.value);
        if (std::abs(last - y) < min_tick_distance) continue;
        last = y;
        draw_tick_left(svg, plane.area(), y, name_text(tick));
    }
}

/// In the order of the panels, each name once in each style.
std::vector<LegendEntry> legend_of(const std::vector<ChartPanel>& panels) {
    std::vector<LegendEntry> entries;
    std::set<std::tuple<std::string, std::string, bool>> known;
    for (const ChartPanel& panel : panels)
        for (const ChartSeries& series : panel.series) {
            if (series.name.empty() || !known.emplace(series.name, series.style, series.outlined).second)
                continue;
            entries.push_back(legend_entry(series));
            entries.back().text = shortened(series.name, longest_entry);
        }
    return entries;
}

/// Where the parts of a chart are.
class ChartLayout {
public:
    explicit ChartLayout(const Chart& chart)
        : chart_(chart), legend_(legend_of(chart.panels), 12, chart.width - chart_right),
          columns_(std::max<std::size_t>(1, std::min(chart.columns, chart.panels.size()))), lefts_(columns_) {
        double rooms = chart_right + (chart.colors ? bar_room : 0);
        for (std::size_t i = 0; i < chart.panels.size(); ++i)
            lefts_[i % columns_] = std::max(lefts_[i % columns_], widest(chart.panels[i].y.ticks) + 22);
        for (const double left : lefts_)
            rooms += left + panel_gap;
        width_ = std::max(60.0, (chart.width - rooms) / static_cast<double>(columns_));
        make_room_for_names();
        for (std::size_t first = 0; first < chart.panels.size(); first += columns_)
            add_row(first);
    }

    const std::vector<Area>& areas() const { return areas_; }
    const Legend& legend() const { return legend_; }
    double legend_line() const { return chart_.heading.empty() ? 16 : heading_room + 10; }
    double bottom() const { return bottom_; }

private:
    /// The first sloped name may begin left of its panel.
    void make_room_for_names() {
        for (std::size_t i = 0; i < chart_.panels.size(); ++i) {
            const ChartAxis& axis = chart_.panels[i].x;
            if (axis.ticks.empty() || !is_sloped(axis, width_)) continue;
            const double room = slope_cos * width_of_text(name_text(axis.ticks[0])) + 8 -
                                0.5 * width_ / std::max(axis.high - axis.low, 1.0);
            if (const double more = room - lefts_[i % columns_]; more > 0) {
                lefts_[i % columns_] += more;
                width_ -= more / static_cast<double>(columns_);
            }
        }
    }

    void add_row(std::size_t first) {
        if (first == 0) bottom_ = legend_line() - 12 + legend_.height();
        const std::size_t end = std::min(first + columns_, chart_.panels.size());
        double above = 0, below = 0, left = 0;
        for (std::size_t i = first; i < end; ++i) {
            const ChartPanel& panel = chart_.panels[i];
            above = std::max(above, (panel.title.empty() ? 0 : label_row) + (panel.y.label.empty() ? 8 : 24));
            below = std::max(below, room_below(panel.x, width_));
        }
        for (std::size_t i = first; i < end; ++i) {
            left += lefts_[i - first];
            areas_.push_back({left, bottom_ + above, width_, chart_.panel_height});
            left += width_ + panel_gap;
        }
        bottom_ += above + chart_.panel_height + below;
    }

    const Chart& chart_;
    Legend legend_;
    std::size_t columns_;
    std::vector<double> lefts_;
    double width_ = 0, bottom_ = 0;
    std::vector<Area> areas_;
};

void draw_axes(Svg& svg, const PanelPlane& plane, const ChartPanel& panel) {
    const Area& area = plane.area();
    if (panel.x.ticks.empty() && panel.y.ticks.empty()) return;
    if (std::any_of(panel.series.begin(), panel.series.end(),
                    [](const ChartSeries& series) { return series.look == ChartLook::Points; }))
        if (panel.x.has_names) draw_borders(svg, plane, panel.x);
    draw_left_ticks(svg, plane, panel.y);
    if (is_sloped(panel.x, area.width))
        draw_sloped_ticks(svg, plane, panel.x);
    else
        draw_level_ticks(svg, plane, panel.x);
    svg.text(area.left - 8, area.top - 10, panel.y.label, "label");
    svg.text(area.right(), area.bottom() + room_below(panel.x, area.width) - 6, panel.x.label, "label",
             "end");
}

void draw_panel(Svg& svg, const Area& area, const ChartPanel& panel, const Chart& chart) {
    const PanelPlane plane(area, panel);
    draw_axes(svg, plane, panel);
    if (!panel.title.empty())
        svg.text(area.left + area.width / 2, area.top - (panel.y.label.empty() ? 8 : 28),
                 shortened(panel.title, static_cast<std::size_t>(area.width / letter_width)), "panel-title",
                 "middle");
    if (panel.background) panel.background(svg, area);
    if (chart.colors) draw_cells(svg, plane, panel.cells, *chart.colors);
    draw_series(svg, plane, panel.series);
    if (panel.x.ticks.empty() && panel.y.ticks.empty()) return;
    draw_bottom_line(svg, area);
    draw_left_line(svg, area);
}

/// A column of the colors with the values at their borders.
void draw_color_bar(Svg& svg, const Area& area, const ColorScale& colors) {
    const double height = area.height / static_cast<double>(colors.steps);
    for (std::size_t i = 0; i < colors.steps; ++i)
        svg.rectangle(area.left, area.bottom() - height * static_cast<double>(i + 1), bar_width, height + 0.2,
                      colors.style(colors.reversed ? colors.steps - 1 - i : i));
    const AxisScale scale(colors.low, colors.high, colors.logarithmic);
    double last = HUGE_VAL;
    for (const Tick& tick : colors.ticks) {
        const double y = area.bottom() - area.height * scale.part(tick.value);
        if (!(y > area.top - 1 && y < area.bottom() + 1) || std::abs(last - y) < min_tick_distance) continue;
        last = y;
        svg.line(area.left + bar_width, y, area.left + bar_width + 3, y, "axis");
        svg.text(area.left + bar_width + 6, y + 4, tick.text, "label");
    }
    svg.vertical_text(area.left + bar_room - 24, area.top + area.height / 2, colors.label, "label");
}

} // namespace

std::size_t ColorScale::step(double value) const {
    const double part = AxisScale(low, high, logarithmic).part(value);
    if (!(part > 0)) return reversed ? steps - 1 : 0;
    const std::size_t up = std::min(steps - 1, static_cast<std::size_t>(part * static_cast<double>(steps)));
    return reversed ? steps - 1 - up : up;
}

std::string ColorScale::style(std::size_t step) const {
    return fmt::format("{}{}", prefix, step);
}

std::string file_name(const std::string& text) {
    std::string result;
    for (const char c : text.substr(0, 60))
        result += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ? c : '_';
    return result;
}

Svg drawn(const Chart& chart) {
    const ChartLayout layout(chart);
    Svg svg(chart.width, layout.bottom() + 4);
    if (!chart.heading.empty())
        svg.text(chart.width / 2, 18, shortened(chart.heading, max_heading), "heading", "middle");
    layout.legend().draw(svg, layout.legend_line());
    for (std::size_t i = 0; i < chart.panels.size(); ++i)
        draw_panel(svg, layout.areas()[i], chart.panels[i], chart);
    if (chart.colors && !layout.areas().empty()) {
        const Area& last = layout.areas()[std::min(chart.columns, layout.areas().size()) - 1];
        draw_color_bar(svg, {last.right() + panel_gap, last.top, bar_width, last.height}, *chart.colors);
    }
    return svg;
}

/// On a page, charts are side by side if there is room; those that are much wider than high have the whole
/// width.
Picture picture_of(const Chart& chart) {
    return {chart.title, "", [chart] {
                const Svg svg = drawn(chart);
                return fmt::format("<div class=\"chart{}\">\n{}</div>",
                                   svg.width() > 2 * svg.height() ? " wide" : "", svg.element(chart.title));
            }};
}

std::vector<Picture> pictures_of(const std::vector<Chart>& charts) {
    std::vector<Picture> pictures;
    for (const Chart& chart : charts)
        pictures.push_back(picture_of(chart));
    return pictures;
}

} // namespace loop::report
