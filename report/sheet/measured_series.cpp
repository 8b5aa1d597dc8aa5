#include "report/sheet/measured_series.h"

#include "base/statistics/order_statistics.h"
#include "base/text/units.h"
#include "report/figures/figure.h"
#include "report/figures/plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace loop::report {

namespace {

constexpr std::size_t max_points = 500, max_curves = 6;

std::string with_unit(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : name + ", " + unit;
}

/// Collects the values of all launches, by curve and x.
struct Gathered {
    MeasuredSeries series;
    std::vector<std::map<double, std::vector<double>>> values;
};

Gathered& group_of(std::vector<Gathered>& all, const Series& series) {
    for (Gathered& item : all)
        if (item.series.name == series.name && item.series.x == series.x &&
            item.series.x_unit == series.x_unit)
            return item;
    all.emplace_back();
    all.back().series.name = series.name;
    all.back().series.x = series.x;
    all.back().series.x_unit = series.x_unit;
    all.back().series.tag = series.tag;
    return all.back();
}

std::map<double, std::vector<double>>& curve_of(Gathered& group, const Series& series) {
    std::vector<MeasuredSeries::Curve>& curves = group.series.curves;
    for (std::size_t i = 0; i < curves.size(); ++i)
        if (curves[i].y == series.y && curves[i].unit == series.y_unit) return group.values[i];
    curves.push_back({series.y, series.y_unit, {}});
    group.values.emplace_back();
    return group.values.back();
}

void add_medians(Gathered& group) {
    std::set<double> known;
    for (const auto& values : group.values)
        for (const auto& [x, ys] : values)
            known.insert(x);
    group.series.x_values.assign(known.begin(), known.end());
    for (std::size_t i = 0; i < group.values.size(); ++i)
        for (const double x : group.series.x_values) {
            const auto found = group.values[i].find(x);
            group.series.curves[i].values.push_back(found == group.values[i].end()
                                                        ? std::nullopt
                                                        : std::optional(statistics::median(found->second)));
        }
}

} // namespace

std::string MeasuredSeries::x_title() const {
    return with_unit(x, x_unit);
}

std::string MeasuredSeries::title_of(const Curve& curve) {
    return with_unit(curve.y, curve.unit);
}

std::vector<MeasuredSeries> measured_series(const RunRecord& run) {
    std::vector<Gathered> all;
    for (const std::vector<Series>& launch : series_of_launches(run)) {
        std::set<std::string> counted_names;
        for (const Series& series : launch) {
            if (series.tag.is_quartile()) continue;
            Gathered& group = group_of(all, series);
            auto& values = curve_of(group, series);
            const auto points = points_of(series);
            for (const auto& [x, y] : points)
                values[x].push_back(y);
            if (!points.empty() &&
                counted_names.insert(group.series.name + "\n" + group.series.x_title()).second)
                ++group.series.launches;
        }
    }
    std::vector<MeasuredSeries> result;
    for (Gathered& group : all) {
        add_medians(group);
        if (!group.series.x_values.empty()) result.push_back(std::move(group.series));
    }
    return result;
}

std::string series_picture(const MeasuredSeries& series) {
    const Area area{64, 34, figure_width - 84, 260};
    Svg svg(figure_width, area.bottom() + 40);
    double most = 0;
    for (const MeasuredSeries::Curve& curve : series.curves)
        for (const auto& value : curve.values)
            most = std::max(most, value.value_or(0));
    const QuantityAxis across(area, series.x_values.front(), series.x_values.back(), number_text);
    const ValueAxis up(area, most > 0 ? most * 1.05 : 1, "");
    svg.text(8, 14, series.curves[0].unit, "label");
    across.draw(svg);
    up.draw(svg);
    std::vector<LegendEntry> legend;
    for (std::size_t i = 0; i < std::min(max_curves, series.curves.size()); ++i) {
        const MeasuredSeries::Curve& curve = series.curves[i];
        const std::string kind = fmt::format("kind{}", i + 1);
        legend.push_back({kind, curve.y});
        std::string path;
        for (const std::size_t place : evenly(series.x_values.size(), max_points)) {
            if (!curve.values[place]) continue;
            path += (path.empty() ? "M" : "L") + coordinate(across.x(series.x_values[place])) + " " +
                    coordinate(up.y(*curve.values[place]));
        }
        if (!path.empty()) svg.path(path, "curve " + kind);
    }
    draw_legend(svg, area.right(), 14, legend);
    svg.text(area.right(), area.bottom() + 34, series.x_title(), "label", "end");
    return svg.element(series.name + " over " + series.x_title());
}

} // namespace loop::report
