#include "report/sweep/heat_maps.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/sweep/panels.h"

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

std::optional<std::size_t> place_in(const Axis& axis, const SweepPoint& point) {
    const auto value = axis.value_of(point);
    for (std::size_t i = 0; value && i < axis.values.size(); ++i)
        if (axis.values[i].text == value->text) return i;
    return std::nullopt;
}

/// The cells of a workload; the first curve for each place counts.
std::vector<ChartCell> cells_of(const Panels& panels, const MapAxes& axes, const Quantity& quantity) {
    std::vector<ChartCell> cells;
    for (const Curve* curve : panels.curves())
        for (const CurvePoint& point : curve->points) {
            const auto column = place_in(axes.x, *point.point), row = place_in(axes.y, *point.point);
            const auto value = quantity.value(point);
            if (!column || !row || !value || !std::isfinite(*value)) continue;
            const auto x = static_cast<double>(*column), y = static_cast<double>(*row);
            const bool is_known = std::any_of(cells.begin(), cells.end(), [&](const ChartCell& cell) {
                return cell.x == x && cell.y == y;
            });
            const double shown = quantity.scale * *value;
            if (!is_known)
                cells.push_back(
                    {x, y, shown, quantity.name == "time" ? seconds_text(shown) : number_text(shown)});
        }
    return cells;
}

ChartAxis names_of(const Axis& axis) {
    std::vector<std::string> names;
    for (const AxisValue& value : axis.values)
        names.push_back(value.text);
    return name_axis(axis.name, names);
}

/// From the smallest to the largest value; logarithmic over more than a factor of ten.
ColorScale colors_of(const Quantity& quantity, const std::vector<ChartCell>& cells) {
    double least = cells[0].value, most = least;
    for (const ChartCell& cell : cells)
        least = std::min(least, cell.value), most = std::max(most, cell.value);
    ColorScale colors{quantity.title, least, most, least > 0 && most / least > 10};
    for (const double value : tick_values(least, most, colors.logarithmic))
        colors.ticks.push_back({value, number_text(value)});
    return colors;
}

Chart map_of(const std::string& name, const std::string& workload, const MapAxes& axes,
             const Quantity& quantity, const std::vector<ChartCell>& cells) {
    const std::string what = workload + ": " + quantity.title;
    Chart chart{name, what + " over " + axes.x.name + " and " + axes.y.name, what};
    chart.panels = {{"", names_of(axes.x), names_of(axes.y), {}, cells}};
    chart.colors = colors_of(quantity, cells);
    chart.width = 720;
    return chart;
}

} // namespace

std::vector<Chart> heat_maps(const Sweep& sweep, const std::vector<Curve>& curves) {
    std::vector<Chart> result;
    if (!sweep.heat_map || curves.empty()) return result;
    const MapAxes axes = axes_of(sweep);
    std::vector<std::string> workloads;
    for (const Curve& curve : curves)
        add_once(workloads, curve.workload);
    for (const std::string& workload : workloads) {
        const Panels panels(workload, curves);
        for (const Quantity& quantity : quantities(sweep, panels.curves())) {
            const std::vector<ChartCell> cells = cells_of(panels, axes, quantity);
            if (cells.size() < 2) continue;
            const std::string stem = workloads.size() > 1 ? file_name(workload) + "-" : "";
            result.push_back(map_of(stem + "map-" + quantity.name, workload, axes, quantity, cells));
        }
    }
    return result;
}

} // namespace loop::report
