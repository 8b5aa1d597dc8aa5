#include "report/sweep/plots.h"

#include "base/text/clean.h"
#include "base/text/strings.h"
#include "report/sweep/heat_maps.h"
#include "report/sweep/panels.h"
#include "report/sweep/plot_axes.h"
#include "report/sweep/result_curves.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

/// Returns lines `place value low high`, one block per curve. Without an interval, low and high equal value.
std::string data_of(const Panels& panels, const Quantity& quantity) {
    std::string text = fmt::format("# {} value low high\n", clean_text(panels.axis().name));
    for (const Panel& panel : panels.shown())
        for (const Curve* curve : panel.curves) {
            for (const CurvePoint& point : curve->points) {
                const auto value = quantity.value(point);
                if (!value) continue;
                const Bounds interval = quantity.interval(point).value_or(Bounds(*value, *value));
                text += fmt::format("{:.10g} {} {} {}\n", point.at.number, quantity.scale * *value,
                                    quantity.scale * interval.first, quantity.scale * interval.second);
            }
            text += "\n\n";
        }
    return text;
}

/// Whether some curve has this quantity at two places.
bool has_points(const Panels& panels, const Quantity& quantity) {
    for (const Panel& panel : panels.shown())
        for (const Curve* curve : panel.curves)
            if (std::count_if(curve->points.begin(), curve->points.end(),
                              [&](const CurvePoint& point) { return quantity.value(point).has_value(); }) > 1)
                return true;
    return false;
}

/// All values and the ends of their intervals.
std::vector<double> values_of(const Panels& panels, const Quantity& quantity) {
    std::vector<double> values;
    for (const Panel& panel : panels.shown())
        for (const Curve* curve : panel.curves)
            for (const CurvePoint& point : curve->points)
                if (const auto value = quantity.value(point)) {
                    const Bounds interval = quantity.interval(point).value_or(Bounds(*value, *value));
                    for (const double each : {*value, interval.first, interval.second})
                        values.push_back(quantity.scale * each);
                }
    return values;
}

/// The gnuplot lines of a panel; `block` counts the blocks of the data.
std::vector<std::string> lines_of(const Panels& panels, const Panel& panel, const Quantity& quantity,
                                  const std::string& name, std::size_t& block) {
    std::vector<std::string> lines;
    for (const Curve* curve : panel.curves) {
        const std::size_t style = panels.style_of(*curve);
        lines.push_back(
            fmt::format("'{}.dat' index {} using 1:2:3:4 with yerrorlines linewidth 2 pointtype {} "
                        "linecolor rgb '{}' title {}",
                        name, block++, style + 4, line_colors[style],
                        quoted(curve->line.empty() ? curve->workload : curve->line)));
    }
    if (quantity.ideal != nullptr)
        lines.push_back(fmt::format("{} with lines dashtype 2 linecolor rgb '#777777'", quantity.ideal));
    return lines;
}

std::string script_of(const std::string& name, const std::string& workload, const Panels& panels,
                      const Quantity& quantity) {
    std::string settings = "set ylabel " + quoted(quantity.title) +
                           " noenhanced\nset grid\nset key outside top center horizontal noenhanced\nset "
                           "samples 200\n";
    settings +=
        horizontal_axis(panels.axis()) + vertical_axis(values_of(panels, quantity), quantity.logarithmic);
    std::size_t block = 0;
    const std::string title = workload + panels.omission();
    if (panels.shown().size() == 1) {
        settings = "set title " + quoted(title) + " noenhanced\n" + settings;
        return plot_script(name, settings,
                           plot_command(lines_of(panels, panels.shown()[0], quantity, name, block)));
    }
    settings += "set xtics rotate by 45 right\n"; // panels are narrow
    const auto [rows, columns] = panels.grid();
    std::string plot =
        fmt::format("set multiplot layout {},{} title {} noenhanced\n", rows, columns, quoted(title));
    for (const Panel& panel : panels.shown())
        plot += "set title " + quoted(panel.title) + " noenhanced\n" +
                plot_command(lines_of(panels, panel, quantity, name, block));
    return plot_script(name, settings, plot + "unset multiplot\n", 420 * columns, 60 + 340 * rows);
}

} // namespace

std::vector<Plot> plots(const Sweep& sweep, const std::vector<Curve>& curves) {
    std::vector<std::string> workloads;
    for (const Curve& curve : curves)
        add_once(workloads, curve.workload);
    std::vector<Plot> result = share_plots(curves);
    for (const std::string& workload : workloads) {
        const Panels panels(workload, curves);
        const std::string stem = workloads.size() > 1 ? file_name(workload) + "-" : "";
        for (const Quantity& quantity : quantities(sweep, panels.curves())) {
            if (!has_points(panels, quantity) || (quantity.wants_ranks && !panels.axis().is_ranks()))
                continue;
            const std::string name = stem + quantity.name;
            result.push_back({name, workload + ": " + quantity.title,
                              script_of(name, workload, panels, quantity), data_of(panels, quantity)});
        }
    }
    for (Plot& plot : heat_maps(sweep, curves))
        result.push_back(std::move(plot));
    for (Plot& plot : result_plots(result_curves(curves)))
        result.push_back(std::move(plot));
    return result;
}

} // namespace loop::report
