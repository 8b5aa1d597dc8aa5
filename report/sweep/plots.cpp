#include "report/sweep/plots.h"

#include "base/text/clean.h"
#include "base/text/strings.h"
#include "report/sweep/plot_axes.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

namespace loop::report {

namespace {

constexpr std::size_t max_lines = line_colors.size(); ///< one per color

/// A quantity to plot over the axis.
struct Quantity {
    const char* name;
    std::string title;
    double scale;
    bool logarithmic;
    const char* ideal; ///< a gnuplot line, or null
    bool wants_ranks;  ///< only if the axis is the number of ranks
    std::function<std::optional<double>(const CurvePoint&)> value;
    std::function<std::optional<Bounds>(const CurvePoint&)> interval;
};

std::vector<Quantity> quantities(const Sweep& sweep) {
    const std::string of = sweep.scaled ? "scaled " : "";
    return {{"time", sweep.fastest ? "time, fastest launch (s)" : "time, median (s)", 1, true, nullptr, false,
             [](const CurvePoint& point) { return std::optional(point.seconds); },
             [&](const CurvePoint& point) { return sweep.fastest ? std::nullopt : point.interval; }},
            {"speedup", of + "speed-up", 1, true, "x title 'ideal'", true,
             [](const CurvePoint& point) { return point.speedup; },
             [](const CurvePoint& point) { return point.speedup_interval; }},
            {"efficiency", of + "efficiency (%)", 100, false, "100 title 'ideal'", true,
             [](const CurvePoint& point) { return point.efficiency; },
             [](const CurvePoint& point) { return point.efficiency_interval; }},
            {"serial-fraction", of + "serial fraction (%)", 100, false, "0 title 'ideal'", true,
             [](const CurvePoint& point) { return point.serial_fraction; },
             [](const CurvePoint& point) { return point.serial_fraction_interval; }}};
}

/// Returns lines `place value low high`, one block per curve. Without an interval, low and high equal value.
std::string data_of(const std::vector<const Curve*>& curves, const Quantity& quantity) {
    std::string text = fmt::format("# {} value low high\n", clean_text(curves[0]->axis.name));
    for (const Curve* curve : curves) {
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

bool has_points(const std::vector<const Curve*>& curves, const Quantity& quantity) {
    return std::any_of(curves.begin(), curves.end(), [&](const Curve* curve) {
        return std::count_if(curve->points.begin(), curve->points.end(),
                             [&](const CurvePoint& point) { return quantity.value(point).has_value(); }) > 1;
    });
}

/// All values and the ends of their intervals.
std::vector<double> values_of(const std::vector<const Curve*>& curves, const Quantity& quantity) {
    std::vector<double> values;
    for (const Curve* curve : curves)
        for (const CurvePoint& point : curve->points)
            if (const auto value = quantity.value(point)) {
                const Bounds interval = quantity.interval(point).value_or(Bounds(*value, *value));
                for (const double each : {*value, interval.first, interval.second})
                    values.push_back(quantity.scale * each);
            }
    return values;
}

std::string script_of(const std::string& name, const std::string& title,
                      const std::vector<const Curve*>& curves, const Quantity& quantity) {
    std::string text =
        "set title " + quoted(title) + " noenhanced\nset ylabel " + quoted(quantity.title) + "\n";
    text += "set grid\nset key outside top center horizontal noenhanced\nset samples 200\n";
    text +=
        horizontal_axis(curves[0]->axis) + vertical_axis(values_of(curves, quantity), quantity.logarithmic);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const std::string label = curves[i]->label.empty() ? curves[i]->workload : curves[i]->label;
        lines.push_back(
            fmt::format("'{}.dat' index {} using 1:2:3:4 with yerrorlines linewidth 2 pointtype {} "
                        "linecolor rgb '{}' title {}",
                        name, i, i + 4, line_colors[i], quoted(label)));
    }
    if (quantity.ideal != nullptr)
        lines.push_back(fmt::format("{} with lines dashtype 2 linecolor rgb '#777777'", quantity.ideal));
    return plot_script(name, text, plot_command(lines));
}

} // namespace

std::vector<Plot> plots(const Sweep& sweep, const std::vector<Curve>& curves) {
    std::vector<std::string> workloads;
    for (const Curve& curve : curves)
        add_once(workloads, curve.workload);
    std::vector<Plot> result = share_plots(curves);
    for (const std::string& workload : workloads) {
        std::vector<const Curve*> lines;
        std::size_t all = 0;
        for (const Curve& curve : curves)
            if (curve.workload == workload && all++ < max_lines) lines.push_back(&curve);
        for (const Quantity& quantity : quantities(sweep)) {
            if (!has_points(lines, quantity) || (quantity.wants_ranks && !lines[0]->axis.is_ranks()))
                continue;
            const std::string name = workloads.size() > 1
                                         ? fmt::format("{}-{}", file_name(workload), quantity.name)
                                         : quantity.name;
            const std::string title =
                workload +
                (all > max_lines ? fmt::format(" (the first {} of {} curves)", max_lines, all) : "");
            result.push_back({name, workload + ": " + quantity.title, script_of(name, title, lines, quantity),
                              data_of(lines, quantity)});
        }
    }
    return result;
}

} // namespace loop::report
