#include "report/sheet/measured_series.h"

#include "report/figures/figure.h"
#include "report/figures/plot.h"
#include "base/text/units.h"
#include "base/statistics/order_statistics.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace loop::report {

namespace {

constexpr std::size_t most_points = 500, most_curves = 6;
constexpr double least_for_logarithm = 50; ///< the greatest x over the least

std::string with_unit(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : name + ", " + unit;
}

/// The values of all launches, by curve and x.
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
    std::map<double, bool> known;
    for (const auto& values : group.values)
        for (const auto& [x, ys] : values)
            known[x] = true;
    for (const auto& [x, is_known] : known)
        group.series.x_values.push_back(x);
    for (std::size_t i = 0; i < group.values.size(); ++i)
        for (const double x : group.series.x_values) {
            const auto found = group.values[i].find(x);
            group.series.curves[i].values.push_back(found == group.values[i].end()
                                                        ? std::nullopt
                                                        : std::optional(statistics::median(found->second)));
        }
}

/// From x to a place, by its logarithm where that shows more.
class QuantityAxis {
public:
    QuantityAxis(const Area& area, double least, double most)
        : area_(area), least_(least), most_(most > least ? most : least + 1),
          logarithmic_(least > 0 && most_ / least >= least_for_logarithm) {}

    double x(double value) const {
        const double part = logarithmic_ ? std::log(value / least_) / std::log(most_ / least_)
                                         : (value - least_) / (most_ - least_);
        return area_.left + area_.width * part;
    }

    void draw(Svg& svg) const {
        for (const double value : steps()) {
            svg.line(x(value), area_.top, x(value), area_.bottom(), "grid");
            svg.text(x(value), area_.bottom() + 17, number_text(value), "label", "middle");
        }
        svg.line(area_.left, area_.bottom(), area_.right(), area_.bottom(), "axis");
    }

private:
    std::vector<double> steps() const {
        if (!logarithmic_) return round_steps(least_, most_, 8);
        std::vector<double> powers;
        const double apart = std::max(1.0, std::ceil(std::log2(most_ / least_) / 10));
        for (double power = std::ceil(std::log2(least_)); std::exp2(power) <= most_; power += apart)
            powers.push_back(std::exp2(power));
        return powers;
    }

    Area area_;
    double least_, most_;
    bool logarithmic_;
};

} // namespace

std::string MeasuredSeries::x_title() const {
    return with_unit(x, x_unit);
}

std::string MeasuredSeries::title_of(const Curve& curve) {
    return with_unit(curve.y, curve.unit);
}

std::vector<MeasuredSeries> measured_series(const Run& run) {
    std::vector<Gathered> all;
    for (const std::vector<Series>& launch : run.series) {
        std::map<std::string, bool> counted_names;
        for (const Series& series : launch) {
            Gathered& group = group_of(all, series);
            auto& values = curve_of(group, series);
            bool any = false;
            for (std::size_t k = 0; k < series.x_values.size(); ++k) {
                if (!std::isfinite(series.x_values[k]) || !std::isfinite(series.y_values[k])) continue;
                values[series.x_values[k]].push_back(series.y_values[k]);
                any = true;
            }
            if (any && !counted_names[group.series.name + "\n" + group.series.x_title()]) {
                ++group.series.launches;
                counted_names[group.series.name + "\n" + group.series.x_title()] = true;
            }
        }
    }
    std::vector<MeasuredSeries> result;
    for (Gathered& group : all) {
        add_medians(group);
        if (!group.series.x_values.empty()) result.push_back(std::move(group.series));
    }
    return result;
}

std::vector<std::size_t> evenly(std::size_t count, std::size_t most) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < std::min(count, most); ++i)
        places.push_back(count <= most ? i : i * (count - 1) / (most - 1));
    return places;
}

std::string series_picture(const MeasuredSeries& series) {
    const Area area{64, 34, figure_width - 84, 260};
    Svg svg(figure_width, area.bottom() + 40);
    double most = 0;
    for (const MeasuredSeries::Curve& curve : series.curves)
        for (const auto& value : curve.values)
            most = std::max(most, value.value_or(0));
    const QuantityAxis across(area, series.x_values.front(), series.x_values.back());
    const ValueAxis up(area, most > 0 ? most * 1.05 : 1, "");
    svg.text(8, 14, series.curves[0].unit, "label");
    across.draw(svg);
    up.draw(svg);
    std::vector<LegendEntry> legend;
    for (std::size_t i = 0; i < std::min(most_curves, series.curves.size()); ++i) {
        const MeasuredSeries::Curve& curve = series.curves[i];
        const std::string kind = fmt::format("kind{}", i + 1);
        legend.push_back({kind, curve.y});
        std::string path;
        for (const std::size_t place : evenly(series.x_values.size(), most_points)) {
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
