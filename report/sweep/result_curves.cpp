#include "report/sweep/result_curves.h"

#include "base/statistics/order_statistics.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/figures/patterns.h"
#include "report/findings/growth_sentences.h"
#include "report/sweep/knee_causes.h"
#include "report/sweep/panels.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::report {

namespace {

constexpr std::size_t min_sizes = 3;
constexpr std::size_t max_result_lines = kind_colors;
constexpr std::size_t max_named = 3; ///< curves whose laws are conclusions

/// Seconds in this unit; 0 if it is no unit of time.
double seconds_in_unit(const std::string& unit) {
    static const std::map<std::string, double> units{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
    const auto found = units.find(unit);
    return found == units.end() ? 0 : found->second;
}

/// "one way" for "one way, 8 bytes"; "one way, median" for samples.
std::string name_without_size(const ResultValue& result) {
    if (result.tag.is(kinds::sample_median)) return result.tag.call + ", " + kinds::sample_median.name;
    const std::string end = fmt::format(", {} bytes", *result.tag.at);
    const bool ends = result.name.size() > end.size() &&
                      result.name.compare(result.name.size() - end.size(), end.size(), end) == 0;
    return ends ? result.name.substr(0, result.name.size() - end.size()) : result.name;
}

std::string axis_of(const ResultCurve& curve) {
    return curve.is_over_keys() ? "key" : "message size";
}

std::string place_text(const ResultCurve& curve, const ResultCurve::Place& place) {
    return curve.is_over_keys() ? fmt::format("{:.15g}", place.bytes) : bytes_text(place.bytes);
}

ResultCurve::Place place_of(const ResultValue& result) {
    ResultCurve::Place place;
    place.bytes = static_cast<double>(*result.tag.at);
    for (const std::optional<Spread>& launch : result.launches)
        if (launch) place.samples.push_back(launch->median);
    if (place.samples.empty()) return place;
    place.value = statistics::median(place.samples);
    place.interval = statistics::median_interval(place.samples);
    return place;
}

std::vector<ResultCurve> curves_of(const SweepPoint& point) {
    std::vector<ResultCurve> all;
    for (const ResultValue& result : point.run->summary.results) {
        if (!result.tag.at) continue;
        const std::string name = name_without_size(result);
        auto curve = std::find_if(all.begin(), all.end(), [&](const ResultCurve& each) {
            return each.tag == result.tag.tag && each.name == name && each.unit == result.unit;
        });
        if (curve == all.end())
            curve =
                all.insert(all.end(), {point.workload, name, result.unit, result.tag.tag, "", &point, {}});
        if (ResultCurve::Place place = place_of(result); !place.samples.empty())
            curve->places.push_back(std::move(place));
    }
    return all;
}

void add_growth(ResultCurve& curve) {
    const double unit = seconds_in_unit(curve.unit);
    if (unit == 0 || curve.places[0].bytes <= 0) return;
    std::vector<statistics::GrowthPoint> points;
    for (const ResultCurve::Place& place : curve.places) {
        points.push_back({place.bytes, place.samples});
        for (double& sample : points.back().samples)
            sample *= unit;
    }
    curve.growth = statistics::growth_of(points);
}

GrowthStory story_of(const ResultCurve& curve) {
    GrowthStory story{"the time of `" + curve.name + "`",
                      curve.is_over_keys() ? "key" : "bytes",
                      nullptr,
                      {},
                      fine_seconds_text,
                      {}};
    story.is_time_of_bytes = !curve.is_over_keys();
    if (!curve.growth) return story;
    story.growth = &*curve.growth;
    for (const ResultCurve::Place& place : curve.places)
        story.places.push_back(place_text(curve, place));
    const RunRecord* const run = curve.point->run ? &*curve.point->run : nullptr;
    for (const statistics::Knee& knee : curve.growth->knees)
        story.causes.push_back(
            curve.is_over_keys()
                ? ""
                : message_knee_cause(curve.places[knee.below].bytes, curve.places[knee.above].bytes, run));
    return story;
}

bool are_together(const ResultCurve& a, const ResultCurve& b) {
    return a.workload == b.workload && a.name == b.name && a.unit == b.unit && a.tag == b.tag;
}

/// Groups of neighbors that show the same result.
std::vector<std::vector<const ResultCurve*>> groups_of(const std::vector<ResultCurve>& curves) {
    std::vector<std::vector<const ResultCurve*>> groups;
    for (const ResultCurve& curve : curves) {
        if (groups.empty() || !are_together(*groups.back()[0], curve)) groups.emplace_back();
        groups.back().push_back(&curve);
    }
    return groups;
}

std::string title_of(const ResultCurve& curve) {
    return curve.name + " (" + curve.unit + ")";
}

Axis sizes_of(const std::vector<const ResultCurve*>& group) {
    std::map<double, std::string> sizes;
    for (const ResultCurve* curve : group)
        for (const ResultCurve::Place& place : curve->places)
            sizes[place.bytes] = place_text(*curve, place);
    Axis axis{axis_of(*group[0]), {}};
    for (const auto& [bytes, text] : sizes)
        axis.values.push_back({text, bytes});
    return axis;
}

Chart chart_over_sizes(const std::string& name, const std::vector<const ResultCurve*>& group) {
    const std::size_t shown = std::min(group.size(), max_result_lines);
    const ResultCurve& first = *group[0];
    ChartPanel panel{"", chart_axis(sizes_of(group))};
    for (std::size_t i = 0; i < shown; ++i) {
        const std::string& label = group[i]->label;
        panel.series.push_back(
            {label.empty() ? first.workload : label, kind_class(i), {}, ChartLook::Line, i});
        for (const ResultCurve::Place& place : group[i]->places)
            panel.series.back().marks.push_back({place.bytes, place.value, place.interval});
    }
    panel.y = value_axis(title_of(first), heights_of(panel.series), true);
    const std::string omission =
        shown < group.size() ? fmt::format(" ({} of {} curves)", shown, group.size()) : "";
    return {name,
            first.workload + ": " + title_of(first) + " over " + axis_of(first),
            first.workload + omission,
            {panel}};
}

DataTable table_of(const std::vector<const ResultCurve*>& group, std::size_t number) {
    DataTable table{fmt::format("result-{}", number + 1),
                    title_of(*group[0]) + " over " + axis_of(*group[0]),
                    {axis_of(*group[0])},
                    {}};
    const Axis sizes = sizes_of(group);
    for (const ResultCurve* curve : group) {
        table.columns.push_back(curve->label.empty() ? "median" : curve->label);
        table.columns.emplace_back("95 % interval");
    }
    for (const AxisValue& size : sizes.values) {
        std::vector<Value> row{Value{size.text, size.number, group[0]->is_over_keys() ? "" : "B"}};
        for (const ResultCurve* curve : group) {
            const auto place = std::find_if(curve->places.begin(), curve->places.end(),
                                            [&](const auto& each) { return each.bytes == size.number; });
            if (place == curve->places.end()) {
                row.insert(row.end(), {nothing(), nothing()});
                continue;
            }
            row.push_back(number_value(place->value, ""));
            row.push_back(place->interval ? text_value(fmt::format("{:.4g} to {:.4g}", place->interval->first,
                                                                   place->interval->second))
                                          : nothing());
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string section_title(const ResultCurve& curve) {
    return curve.workload + " over " + axis_of(curve);
}

/// The id of a curve's section: they are in the order of the curves.
std::string section_of(const std::vector<ResultCurve>& curves, const ResultCurve& wanted) {
    std::vector<std::string> titles;
    for (const ResultCurve& curve : curves)
        add_once(titles, section_title(curve));
    const auto place = std::find(titles.begin(), titles.end(), section_title(wanted)) - titles.begin();
    return fmt::format("sizes-{}", place + 1);
}

} // namespace

bool ResultCurve::is_over_keys() const {
    return tag == kinds::sample_median.tag;
}

std::vector<ResultCurve> result_curves(const std::vector<Curve>& curves) {
    std::vector<ResultCurve> all;
    for (const Curve& curve : curves)
        for (const CurvePoint& point : curve.points) {
            if (!point.point->run) continue;
            for (ResultCurve& found : curves_of(*point.point)) {
                if (found.places.size() < min_sizes) continue;
                found.label = curve.points.size() > 1 ? curve.axis.place(point.at.text) : "";
                if (!curve.label.empty()) found.label += (found.label.empty() ? "" : ", ") + curve.label;
                std::sort(found.places.begin(), found.places.end(),
                          [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
                add_growth(found);
                // Behind the last curve of the same result.
                auto at = std::find_if(all.rbegin(), all.rend(),
                                       [&](const ResultCurve& each) { return are_together(each, found); });
                all.insert(at == all.rend() ? all.end() : at.base(), std::move(found));
            }
        }
    return all;
}

std::vector<Chart> result_plots(const std::vector<ResultCurve>& curves) {
    std::vector<Chart> plots;
    for (const auto& group : groups_of(curves))
        plots.push_back(chart_over_sizes(fmt::format("sizes-{}", plots.size() + 1), group));
    return plots;
}

std::vector<Section> result_sections(const std::vector<ResultCurve>& curves) {
    std::vector<Section> sections;
    std::size_t number = 0;
    for (const auto& group : groups_of(curves)) {
        const std::string title = section_title(*group[0]);
        auto section = std::find_if(sections.begin(), sections.end(),
                                    [&](const Section& each) { return each.title == title; });
        if (section == sections.end())
            section = sections.insert(section, {section_of(curves, *group[0]), title});
        section->tables.push_back(table_of(group, number++));
        for (const ResultCurve* curve : group)
            if (curve->growth) {
                DataTable laws = laws_table(story_of(*curve));
                if (!curve->label.empty()) laws.title += ", " + curve->label;
                section->tables.push_back(std::move(laws));
            }
    }
    return sections;
}

std::vector<Conclusion> result_conclusions(const std::vector<ResultCurve>& curves) {
    std::vector<Conclusion> all;
    std::size_t named = 0;
    for (const ResultCurve& curve : curves) {
        if (!curve.growth || named == max_named) continue;
        ++named;
        for (Conclusion& each : growth_conclusions(story_of(curve), section_of(curves, curve))) {
            each.text = curve.workload + (curve.label.empty() ? "" : ", " + curve.label) + ": " + each.text;
            all.push_back(std::move(each));
        }
    }
    return all;
}

} // namespace loop::report
