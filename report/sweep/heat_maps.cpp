#include "report/sweep/heat_maps.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/figures/tics.h"
#include "report/sweep/panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

/// The factors on the two axes of a map.
struct MapAxes {
    Axis x, y;
};

MapAxes axes_of(const Sweep& sweep) {
    const Layout layout = layout_of(sweep);
    for (const Axis& axis : layout.varying)
        if (axis.is_numeric && axis.name != layout.x.name && layout.x.is_numeric) return {layout.x, axis};
    throw ChoiceError("`--heat-map` needs two factors with several numbers each, such as `-n 1,2,4 --size "
                      "100,200`");
}

struct Cell {
    std::size_t column, row;
    double value;
};

std::optional<std::size_t> place_in(const Axis& axis, const SweepPoint& point) {
    const auto value = axis.value_of(point);
    for (std::size_t i = 0; value && i < axis.values.size(); ++i)
        if (axis.values[i].text == value->text) return i;
    return std::nullopt;
}

/// The cells of a workload; the first curve for each place counts.
std::vector<Cell> cells_of(const Panels& panels, const MapAxes& axes, const Quantity& quantity) {
    std::vector<Cell> cells;
    for (const Curve* curve : panels.curves())
        for (const CurvePoint& point : curve->points) {
            const auto column = place_in(axes.x, *point.point), row = place_in(axes.y, *point.point);
            const auto value = quantity.value(point);
            if (!column || !row || !value || !std::isfinite(*value)) continue;
            const bool taken = std::any_of(cells.begin(), cells.end(), [&](const Cell& cell) {
                return cell.column == *column && cell.row == *row;
            });
            if (!taken) cells.push_back({*column, *row, quantity.scale * *value});
        }
    return cells;
}

std::string tics_of(const char* direction, const Axis& axis) {
    std::vector<std::pair<std::string, double>> labels;
    for (std::size_t i = 0; i < axis.values.size(); ++i)
        labels.emplace_back(axis.values[i].text, static_cast<double>(i));
    return fmt::format("set {0}label {1} noenhanced\nset {0}range [-0.5:{2}]\nset {0}tics {3} noenhanced\n",
                       direction, quoted(axis.name), static_cast<double>(axis.values.size()) - 0.5,
                       tic_list(labels));
}

/// From dark blue (small) to light yellow (large); readable for color-blind people, and in gray.
constexpr const char* palette =
    "set palette defined (0 '#2a4858', 0.25 '#1f7a8c', 0.5 '#5fb49c', 0.75 '#c5d86d', 1 '#fff3b0')\n";

Plot map_of(const std::string& name, const std::string& workload, const MapAxes& axes,
            const Quantity& quantity, const std::vector<Cell>& cells) {
    std::string data = "# column row value label\n";
    double least = cells[0].value, most = least;
    for (const Cell& cell : cells) {
        data += fmt::format("{} {} {:.6g} \"{}\"\n", cell.column, cell.row, cell.value,
                            quantity.name == "time" ? seconds_text(cell.value) : number_text(cell.value));
        least = std::min(least, cell.value), most = std::max(most, cell.value);
    }
    const bool logarithmic = least > 0 && most / least > 10;
    // Text on dark colors is white, on light colors black.
    const double middle = logarithmic ? std::sqrt(least * most) : (least + most) / 2;
    std::string settings = "set title " + quoted(workload + ": " + quantity.title) +
                           " noenhanced\nunset key\nset tics scale 0\n" + tics_of("x", axes.x) +
                           tics_of("y", axes.y) + palette + (logarithmic ? "set logscale cb\n" : "");
    const auto label = [&](const char* relation, const char* color) {
        return fmt::format("'{}.dat' using 1:($3 {} {:.6g} ? $2 : 1/0):4 with labels textcolor rgb '{}'",
                           name, relation, middle, color);
    };
    std::string text = fmt::format("'{}.dat' using 1:2:(0.5):(0.5):3 with boxxyerror linecolor palette "
                                   "fillstyle solid 1 border rgb '#ffffff'",
                                   name);
    const std::string plot = plot_command({text, label("<", "#ffffff"), label(">=", "#111111")});
    return {name, workload + ": " + quantity.title + " over " + axes.x.name + " and " + axes.y.name,
            plot_script(name, settings, plot, 720, 480), data};
}

} // namespace

std::vector<Plot> heat_maps(const Sweep& sweep, const std::vector<Curve>& curves) {
    std::vector<Plot> result;
    if (!sweep.heat_map || curves.empty()) return result;
    const MapAxes axes = axes_of(sweep);
    std::vector<std::string> workloads;
    for (const Curve& curve : curves)
        add_once(workloads, curve.workload);
    for (const std::string& workload : workloads) {
        const Panels panels(workload, curves);
        for (const Quantity& quantity : quantities(sweep, panels.curves())) {
            const std::vector<Cell> cells = cells_of(panels, axes, quantity);
            if (cells.size() < 2) continue;
            const std::string stem = workloads.size() > 1 ? file_name(workload) + "-" : "";
            result.push_back(map_of(stem + "map-" + quantity.name, workload, axes, quantity, cells));
        }
    }
    return result;
}

} // namespace loop::report
