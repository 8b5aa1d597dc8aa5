#include "report/surface/figures.h"

#include "report/figures/contours.h"
#include "report/figures/patterns.h"
#include "report/surface/formatting.h"
#include "report/surface/locality.h"
#include "report/surface/surface_view.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace loop::report {

namespace {

// Both stay readable for color-blind people and in gray: viridis, and blue to red through white.
constexpr const char *sequential = "tone", *diverging = "ratio";
constexpr std::size_t sequential_steps = 16, diverging_steps = 13;
constexpr std::size_t max_drawn_values = 32; ///< of alpha, and of L
constexpr const char* length_title = "L (words of a block)";

/// Values over alpha and L; one row per alpha.
struct Grid {
    std::vector<double> alphas, lengths, values;

    double at(std::size_t alpha, std::size_t length) const { return values[alpha * lengths.size() + length]; }
    bool can_be_drawn() const {
        return alphas.size() > 1 && lengths.size() > 1 &&
               std::count_if(values.begin(), values.end(),
                             [](double v) { return v > 0 && std::isfinite(v); }) > 1;
    }
};

Grid thinned(const Grid& all) {
    Grid grid;
    const std::vector<std::size_t> columns = evenly(all.lengths.size(), max_drawn_values);
    for (const std::size_t column : columns)
        grid.lengths.push_back(all.lengths[column]);
    for (const std::size_t row : evenly(all.alphas.size(), max_drawn_values)) {
        grid.alphas.push_back(all.alphas[row]);
        for (const std::size_t column : columns)
            grid.values.push_back(all.at(row, column));
    }
    return grid;
}

Grid grid_of(const Surface& surface, double SurfacePoint::*value = &SurfacePoint::mbs) {
    Grid grid{surface.alphas, surface.lengths, {}};
    for (const SurfacePoint& point : surface.points)
        grid.values.push_back(point.*value);
    return thinned(grid);
}

/// The axis of values: base-10 logarithms of its ends, and the contour levels.
struct Levels {
    double low = HUGE_VAL, high = -HUGE_VAL;
    std::vector<double> levels;

    void take_in(const Grid& grid) {
        for (const double value : grid.values)
            if (value > 0 && std::isfinite(value)) {
                low = std::min(low, std::log10(value));
                high = std::max(high, std::log10(value));
            }
    }
    /// Ensures a minimum range, so that colors are defined if all values are equal.
    void widen() {
        const double missing = std::max(0.0, 0.1 - (high - low));
        low -= missing / 2;
        high += missing / 2;
    }
};

/// Returns 1, 2, 5, 10, 20, 50, ... within the scale, or only powers of ten if there are more than seven.
std::vector<double> round_levels(const Levels& scale) {
    std::vector<double> all, tens;
    for (int exponent = static_cast<int>(std::floor(scale.low)); exponent <= scale.high; ++exponent)
        for (const int digit : {1, 2, 5}) {
            const double level = digit * std::pow(10, exponent);
            if (std::log10(level) < scale.low || std::log10(level) > scale.high) continue;
            all.push_back(level);
            if (digit == 1) tens.push_back(level);
        }
    return all.size() > 7 && tens.size() > 2 ? tens : all;
}

Levels scale_of(const std::vector<Grid>& grids) {
    Levels scale;
    for (const Grid& grid : grids)
        scale.take_in(grid);
    scale.widen();
    scale.levels = round_levels(scale);
    return scale;
}

/// Returns a scale that is symmetric about 1.
Levels ratio_scale(const std::vector<Grid>& grids) {
    Levels scale;
    for (const Grid& grid : grids)
        scale.take_in(grid);
    const double most = std::max({std::abs(scale.low), std::abs(scale.high), std::log10(1.25)});
    scale.low = -most;
    scale.high = most;
    for (const double level : {1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0}) {
        if (std::log10(level) > most || (most > std::log10(3) && level > 1 && level < 2)) continue;
        scale.levels.push_back(level);
        if (level > 1) scale.levels.push_back(1 / level);
    }
    std::sort(scale.levels.begin(), scale.levels.end());
    return scale;
}

std::string tic_text(double value) {
    return fmt::format("{:g}", value);
}

std::string ratio_text(double value) {
    return value < 0.999 ? fmt::format("1/{:.3g}", 1 / value) : fmt::format("{:.3g}", value);
}

/// A place for each value, at its logarithm; if there are many, labels for some of them.
std::vector<Tick> log_ticks(const std::vector<double>& values, std::string (*text)(double),
                            std::size_t most = 10) {
    std::vector<Tick> ticks;
    for (const std::size_t i : evenly(values.size(), most))
        ticks.push_back({std::log10(values[i]), text(values[i])});
    return ticks;
}

ColorScale colors_of(const Levels& scale, const char* label, bool is_ratio) {
    return {label,
            scale.low,
            scale.high,
            false,
            log_ticks(scale.levels, is_ratio ? ratio_text : tic_text, 12),
            is_ratio ? diverging : sequential,
            is_ratio ? diverging_steps : sequential_steps};
}

/// The axes of a map: alpha = 1 is at the bottom.
ChartPanel plane_of(const Grid& grid, const std::string& title) {
    const auto logarithm = [](double value) { return std::log10(value); };
    return {title,
            {length_title, logarithm(grid.lengths.front()), logarithm(grid.lengths.back()), false,
             log_ticks(grid.lengths, tic_text)},
            {"alpha", logarithm(grid.alphas.back()), logarithm(grid.alphas.front()), false,
             log_ticks(grid.alphas, tic_text)}};
}

/// The coordinates of a map's values, whose panel is drawn there.
class MapPlane {
public:
    MapPlane(const Area& area, const Grid& grid) : area_(area), grid_(grid) {}

    double x(double logarithm) const {
        return area_.left + area_.width * part(logarithm, grid_.lengths.front(), grid_.lengths.back());
    }
    double y(double logarithm) const {
        return area_.bottom() - area_.height * part(logarithm, grid_.alphas.back(), grid_.alphas.front());
    }
    Field field() const {
        Field field;
        for (const double length : grid_.lengths)
            field.x.push_back(x(std::log10(length)));
        for (const double alpha : grid_.alphas)
            field.y.push_back(y(std::log10(alpha)));
        for (const double value : grid_.values)
            field.values.push_back(value > 0 ? std::log10(value) : std::nan(""));
        return field;
    }

private:
    static double part(double logarithm, double first, double last) {
        return (logarithm - std::log10(first)) / (std::log10(last) - std::log10(first));
    }

    const Area& area_;
    const Grid& grid_;
};

/// Returns where a contour line crosses a row, as a logarithm; NaN if it does not.
double crossing(const Grid& grid, std::size_t row, double level) {
    for (std::size_t l = 0; l + 1 < grid.lengths.size(); ++l) {
        const double before = std::log(grid.at(row, l) / level),
                     beyond = std::log(grid.at(row, l + 1) / level);
        if (!(before * beyond < 0)) continue;
        const double part = before / (before - beyond);
        return std::log10(grid.lengths[l]) + part * std::log10(grid.lengths[l + 1] / grid.lengths[l]);
    }
    return std::nan("");
}

void draw_level_label(Svg& svg, double x, double y, const std::string& text) {
    const double width = width_of_text(text) + 4;
    svg.rectangle(x - width / 2, y - 8, width, 15, "contour-box");
    svg.text(x, y + 4, text, "contour-label", "middle");
}

/// Labels each contour line near one third or two thirds of the rows, in turn for adjacent lines.
void draw_level_labels(Svg& svg, const MapPlane& plane, const Grid& grid, const Levels& scale,
                       std::string (*text)(double)) {
    const std::size_t rows = grid.alphas.size();
    for (std::size_t i = 0; i < scale.levels.size(); ++i) {
        const std::size_t wanted = (i % 2 == 0 ? rows / 3 : (2 * rows) / 3);
        double x = std::nan(""), y = 0;
        std::size_t nearest = rows;
        for (std::size_t row = 0; row < rows; ++row) {
            const double found = crossing(grid, row, scale.levels[i]);
            const std::size_t far = row > wanted ? row - wanted : wanted - row;
            if (!std::isfinite(found) || far >= nearest) continue;
            nearest = far;
            x = found;
            y = std::log10(grid.alphas[row]);
        }
        if (std::isfinite(x)) draw_level_label(svg, plane.x(x), plane.y(y), text(scale.levels[i]));
    }
}

/// Dotted lines where half of all accesses are in a cache, or on the rank itself.
void draw_half_lines(Svg& svg, const Area& area, const MapPlane& plane, const std::vector<Half>& all) {
    for (const Half& half : all) {
        const double y = plane.y(std::log10(half.alpha));
        svg.line(area.left, y, area.right(), y, "half");
        svg.text(area.left + 6, y - 5, "half in " + half.where, "half-label");
    }
}

std::vector<Half> halves_on(const Surface& surface) {
    std::vector<Half> all = halves(surface);
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const Half& half) {
                                 return half.alpha < surface.alphas.front() ||
                                        half.alpha > surface.alphas.back();
                             }),
              all.end());
    return all;
}

/// A map from above, with contour lines at the scale's levels.
ChartPanel map_panel(const std::string& title, const Grid& grid, const Levels& scale,
                     const ColorScale& colors, const std::vector<Half>& lines = {}) {
    ChartPanel panel = plane_of(grid, title);
    panel.background = [grid, scale, colors, lines](Svg& svg, const Area& area) {
        const MapPlane plane(area, grid);
        const Field field = plane.field();
        std::vector<double> levels;
        for (const double level : scale.levels)
            levels.push_back(std::log10(level));
        draw_field(svg, field, colors);
        draw_half_lines(svg, area, plane, lines);
        draw_contours(svg, field, levels);
        draw_level_labels(svg, plane, grid, scale, colors.prefix == diverging ? ratio_text : tic_text);
    };
    return panel;
}

struct Quantity {
    const char* axis;
    const char* caption;
    bool less_is_better;
};

std::optional<Chart> map_plot(const Surface& surface, double SurfacePoint::*value, const Quantity& quantity,
                              const std::string& name) {
    const Grid grid = grid_of(surface, value);
    if (!grid.can_be_drawn()) return std::nullopt;
    const Levels scale = scale_of({grid});
    ColorScale colors = colors_of(scale, quantity.axis, false);
    colors.reversed = quantity.less_is_better;
    Chart chart{name, surface.label + ": " + quantity.caption, surface.label};
    chart.panels = {map_panel("", grid, scale, colors, halves_on(surface))};
    chart.colors = colors;
    chart.panel_height = 380;
    return chart;
}

} // namespace

std::optional<Chart> surface_plot(const Surface& surface, const std::string& name) {
    const Grid grid = grid_of(surface);
    if (!grid.can_be_drawn()) return std::nullopt;
    const Levels scale = scale_of({grid});
    SurfaceView view{{log_ticks(grid.lengths, tic_text, 5), length_title},
                     {log_ticks(grid.alphas, tic_text, 5), "alpha"},
                     colors_of(scale, "", false)};
    for (const double length : grid.lengths)
        view.field.x.push_back(std::log10(length));
    for (const double alpha : grid.alphas)
        view.field.y.push_back(std::log10(alpha));
    for (const double value : grid.values)
        view.field.values.push_back(value > 0 ? std::log10(value) : std::nan(""));
    ChartPanel panel;
    panel.background = [view](Svg& svg, const Area& area) { draw_surface(svg, area, view); };
    Chart chart{name,
                surface.label + ": bandwidth per process as a surface",
                surface.label + ": MB/s per process",
                {panel}};
    chart.panel_height = 360;
    return chart;
}

std::optional<Chart> contour_plot(const Surface& surface, const std::string& name) {
    return map_plot(surface, &SurfacePoint::mbs,
                    {"MB/s per process", "contours of bandwidth per process", false}, name);
}

std::optional<Chart> cycles_plot(const Surface& surface, const std::string& name) {
    return map_plot(surface, &SurfacePoint::cycles,
                    {"cycles per word, mean of all ranks", "contours of cycles per word", true}, name);
}

std::optional<Chart> contour_plots(const std::vector<const Surface*>& surfaces, const std::string& name) {
    std::vector<Grid> grids;
    std::vector<const Surface*> drawn;
    for (const Surface* surface : surfaces)
        if (Grid grid = grid_of(*surface); grid.can_be_drawn() && drawn.size() < 4) {
            grids.push_back(std::move(grid));
            drawn.push_back(surface);
        }
    if (drawn.size() < 2) return std::nullopt;
    const Levels scale = scale_of(grids);
    Chart chart{name, "contours on one scale: "};
    chart.colors = colors_of(scale, "MB/s per process", false);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        chart.panels.push_back(map_panel(drawn[i]->label, grids[i], scale, *chart.colors));
        chart.title += (i == 0 ? "" : "; ") + drawn[i]->label;
    }
    chart.columns = drawn.size();
    chart.width = 180 + 430 * static_cast<double>(drawn.size());
    return chart;
}

std::vector<Chart> ratio_plots(const std::vector<SurfaceRatio>& ratios, const std::string& name) {
    std::vector<Grid> grids;
    for (const SurfaceRatio& ratio : ratios)
        grids.push_back(thinned({ratio.alphas, ratio.lengths, ratio.factors}));
    const Levels scale = ratio_scale(grids);
    std::vector<Chart> all;
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        if (!grids[i].can_be_drawn()) continue;
        const std::string title = ratios[i].title();
        Chart chart{fmt::format("{}-{}", name, i + 1), "ratio of bandwidths: " + title, title};
        chart.colors = colors_of(scale, "times the bandwidth", true);
        chart.panels = {map_panel("", grids[i], scale, *chart.colors)};
        chart.panel_height = 380;
        all.push_back(std::move(chart));
    }
    return all;
}

std::optional<Chart> line_plot(const std::vector<SurfaceLine>& lines, const LineAxes& axes,
                               const std::string& name) {
    const std::size_t count = std::min(lines.size(), kind_colors);
    if (count == 0) return std::nullopt;
    ChartPanel panel;
    std::map<double, std::string> places;
    for (std::size_t i = 0; i < count; ++i) {
        panel.series.push_back({lines[i].label, kind_class(i), {}, ChartLook::Line, i});
        for (const auto& [x, y] : lines[i].points) {
            panel.series.back().marks.push_back({x, y});
            if (x > 0) places[x] = tic_text(x);
        }
    }
    std::vector<double> heights;
    for (const ChartSeries& series : panel.series)
        for (const ChartMark& mark : series.marks)
            heights.push_back(mark.y);
    if (!axes.level_name.empty()) heights.push_back(axes.level);
    std::vector<Tick> ticks;
    for (const auto& [x, text] : places)
        ticks.push_back({x, text});
    panel.x = place_axis(axes.x, ticks, true);
    if (axes.reversed_x) std::swap(panel.x.low, panel.x.high);
    panel.y = value_axis(axes.y, heights, !axes.linear_y);
    if (!axes.level_name.empty())
        panel.series.push_back(
            {axes.level_name, "", {{panel.x.low, axes.level}, {panel.x.high, axes.level}}, ChartLook::Guide});
    const std::string cut =
        count < lines.size() ? fmt::format(" (the first {} of {} lines)", count, lines.size()) : "";
    return Chart{name, axes.title, axes.title + cut, {panel}};
}

} // namespace loop::report
