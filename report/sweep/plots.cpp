#include "report/sweep/plots.h"

#include "base/text/strings.h"
#include "report/figures/patterns.h"
#include "report/sweep/heat_maps.h"
#include "report/sweep/panels.h"
#include "report/sweep/result_curves.h"

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr int guide_places = 100;

ChartSeries series_of(const Panels& panels, const Curve& curve, const Quantity& quantity) {
    const std::size_t style = panels.style_of(curve);
    ChartSeries series{curve.line.empty() ? curve.workload : curve.line, kind_class(style)};
    series.shape = style;
    for (const CurvePoint& point : curve.points) {
        const auto value = quantity.value(point);
        if (!value) continue;
        series.marks.push_back({point.at.number, quantity.scale * *value});
        if (const auto interval = quantity.interval(point))
            series.marks.back().interval = {quantity.scale * interval->first,
                                            quantity.scale * interval->second};
    }
    return series;
}

/// Whether some curve has this quantity at two places.
bool has_points(const Panels& panels, const Quantity& quantity) {
    for (const Panels::Shown& shown : panels.shown())
        for (const Curve* curve : shown.curves)
            if (std::count_if(curve->points.begin(), curve->points.end(),
                              [&](const CurvePoint& point) { return quantity.value(point).has_value(); }) > 1)
                return true;
    return false;
}

ChartSeries ideal_of(const Quantity& quantity, const ChartAxis& axis) {
    ChartSeries ideal{"ideal", "", {}, ChartLook::Guide};
    for (int i = 0; i <= guide_places; ++i) {
        const double part = static_cast<double>(i) / guide_places;
        const double x = axis.logarithmic ? axis.low * std::pow(axis.high / axis.low, part)
                                          : axis.low + (axis.high - axis.low) * part;
        ideal.marks.push_back({x, quantity.ideal(x)});
    }
    return ideal;
}

Chart chart_of(const std::string& name, const std::string& workload, const Panels& panels,
               const Quantity& quantity) {
    Chart chart{name, workload + ": " + quantity.title, workload + panels.omission()};
    std::vector<ChartSeries> all;
    for (const Panels::Shown& shown : panels.shown()) {
        ChartPanel panel{panels.shown().size() > 1 ? shown.title : "", chart_axis(panels.axis())};
        for (const Curve* curve : shown.curves)
            panel.series.push_back(series_of(panels, *curve, quantity));
        all.insert(all.end(), panel.series.begin(), panel.series.end());
        if (quantity.ideal != nullptr) panel.series.push_back(ideal_of(quantity, panel.x));
        chart.panels.push_back(std::move(panel));
    }
    for (ChartPanel& panel : chart.panels)
        panel.y = value_axis(quantity.title, heights_of(all), quantity.logarithmic);
    if (chart.panels.size() == 1) return chart;
    chart.columns = panels.columns();
    chart.width = 340 * static_cast<double>(chart.columns);
    chart.panel_height = 220;
    return chart;
}

} // namespace

std::vector<Chart> plots(const Sweep& sweep, const std::vector<Curve>& curves) {
    std::vector<std::string> workloads;
    for (const Curve& curve : curves)
        add_once(workloads, curve.workload);
    std::vector<Chart> result = share_plots(curves);
    for (const std::string& workload : workloads) {
        const Panels panels(workload, curves);
        const std::string stem = workloads.size() > 1 ? file_name(workload) + "-" : "";
        for (const Quantity& quantity : quantities(sweep, panels.curves())) {
            if (!has_points(panels, quantity) || (quantity.wants_ranks && !panels.axis().is_ranks()))
                continue;
            const std::string name = stem + quantity.name;
            result.push_back(chart_of(name, workload, panels, quantity));
        }
    }
    for (Chart& chart : heat_maps(sweep, curves))
        result.push_back(std::move(chart));
    for (Chart& chart : result_plots(result_curves(curves)))
        result.push_back(std::move(chart));
    return result;
}

} // namespace loop::report
