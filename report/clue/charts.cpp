#include "report/clue/charts.h"

#include "report/figures/patterns.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr double chart_width = 760, width_of_series = 14;
constexpr double spread_of_points = 0.7; ///< of a group, whose width is 1

/// Wide enough for many series in each group.
double width_for(const ClueChart& chart, std::size_t groups) {
    const auto places = static_cast<double>(groups * (chart.series.size() + 1));
    return std::clamp(places * width_of_series, chart_width, 2 * chart_width);
}

/// The same color, in another style if it is outlined.
std::string style_of(const ClueSeries& series) {
    return kind_class(series.outlined ? series.color % kind_colors + 2 * kind_colors
                                      : series.color % (2 * kind_colors));
}

/// `place`: of the value with this index, for this number of series.
template <class Place>
std::vector<ChartSeries> series_of(const ClueChart& chart, ChartLook look, const Place& place) {
    std::vector<ChartSeries> all;
    for (const ClueSeries& each : chart.series) {
        if (all.size() == kind_styles) break;
        ChartSeries series{each.title, style_of(each), {}, look, each.color, each.outlined};
        for (std::size_t i = 0; i < each.values.size(); ++i)
            if (each.values[i]) series.marks.push_back({place(i, all.size()), *each.values[i]});
        all.push_back(std::move(series));
    }
    return all;
}

ChartAxis axis_of(const ClueChart& chart, bool from_zero) {
    std::vector<double> values;
    for (const ClueSeries& series : chart.series)
        for (const auto& value : series.values)
            if (value) values.push_back(*value);
    ChartAxis axis = value_axis(chart.quantity, values, false, from_zero);
    const bool is_negative =
        std::any_of(values.begin(), values.end(), [](double value) { return value < 0; });
    if (from_zero && !is_negative) axis.low = 0;
    return axis;
}

double number_of(std::size_t group) {
    return static_cast<double>(group);
}

Chart chart_with(const ClueChart& chart, ChartPanel panel, double width) {
    const std::size_t shown = panel.series.size(), all = chart.series.size();
    const std::string omission = shown < all ? fmt::format(" ({} of {} series)", shown, all) : "";
    return {chart.name, chart.title, chart.title + omission, {std::move(panel)}, 1, width};
}

} // namespace

Chart bar_chart(const ClueChart& chart, const std::vector<std::string>& groups) {
    const auto place = [](std::size_t group, std::size_t) { return number_of(group); };
    ChartPanel panel{"", name_axis("", groups), axis_of(chart, true),
                     series_of(chart, ChartLook::Bars, place)};
    return chart_with(chart, std::move(panel), width_for(chart, groups.size()));
}

Chart point_chart(const ClueChart& chart, const std::vector<std::string>& groups) {
    const double count = number_of(chart.series.size());
    const auto place = [&](std::size_t group, std::size_t series) {
        return number_of(group) + ((number_of(series) + 0.5) / count - 0.5) * spread_of_points;
    };
    ChartPanel panel{"", name_axis("", groups), axis_of(chart, true),
                     series_of(chart, ChartLook::Points, place)};
    return chart_with(chart, std::move(panel), width_for(chart, groups.size()));
}

Chart line_chart(const ClueChart& chart, const std::vector<int>& ranks) {
    std::vector<Tick> places;
    for (const int number : ranks)
        places.push_back({static_cast<double>(number), std::to_string(number)});
    const auto place = [&](std::size_t group, std::size_t) { return places[group].value; };
    ChartPanel panel{"", place_axis("ranks", places, true), axis_of(chart, false),
                     series_of(chart, ChartLook::Line, place)};
    return chart_with(chart, std::move(panel), chart_width);
}

} // namespace loop::report
