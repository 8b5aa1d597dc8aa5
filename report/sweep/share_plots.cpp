#include "base/text/strings.h"
#include "report/figures/patterns.h"
#include "report/sweep/panels.h"
#include "report/sweep/plots.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_curves = 4; ///< that have plots of their own

/// One layer of a stack, with its value for each place; nothing where it is not known.
struct Layer {
    std::string name;
    std::string style;
    std::vector<std::optional<double>> values;
};

/// A series of the layers' values over their places, or over 0, 1, ...
std::vector<ChartSeries> series_of_layers(const Curve& curve, const std::vector<Layer>& layers,
                                          ChartLook look) {
    std::vector<ChartSeries> all;
    for (const Layer& layer : layers) {
        all.push_back({layer.name, layer.style, {}, look, all.size()});
        for (std::size_t i = 0; i < layer.values.size(); ++i)
            if (layer.values[i])
                all.back().marks.push_back(
                    {look == ChartLook::Stack ? static_cast<double>(i) : curve.points[i].at.number,
                     *layer.values[i]});
    }
    return all;
}

/// Columns of 100 % over the axis.
Chart stack(const Curve& curve, const std::string& name, const std::string& what,
            const std::vector<Layer>& layers) {
    std::vector<std::string> places;
    for (const CurvePoint& point : curve.points)
        places.push_back(point.at.text);
    ChartPanel panel{"", name_axis(curve.axis.name, places), {what + " (% of the ranks' time)", 0, 100}};
    for (const double percent : multiples(0, 100, 20))
        panel.y.ticks.push_back({percent, fmt::format("{}", percent)});
    panel.series = series_of_layers(curve, layers, ChartLook::Stack);
    return {name, curve_name(curve) + ": " + what + " over " + curve.axis.name, curve_name(curve), {panel}};
}

bool has_states(const Curve& curve) {
    return std::all_of(curve.points.begin(), curve.points.end(),
                       [](const CurvePoint& point) { return point.point->states.has_value(); });
}

Chart states_plot(const Curve& curve, const std::string& name) {
    std::vector<Layer> layers{{"busy", "busy", {}},
                              {"overhead", "overhead", {}},
                              {"waiting", "idle", {}},
                              {"in MPI, unknown", "mpi", {}}};
    for (const CurvePoint& point : curve.points) {
        const StatePercents& states = *point.point->states;
        const double known = states.busy + states.overhead + states.waiting;
        const double values[] = {states.busy, states.overhead, states.waiting, std::max(0.0, 100 - known)};
        for (std::size_t i = 0; i < layers.size(); ++i)
            layers[i].values.emplace_back(values[i]);
    }
    const auto& rest = layers.back().values;
    if (std::all_of(rest.begin(), rest.end(), [](const auto& value) { return *value < 0.05; }))
        layers.pop_back();
    return stack(curve, name, "states", layers);
}

std::optional<double> part_value(const SweepPoint& point, const std::string& name, double PartTime::*value) {
    for (const PartTime& part : point.parts)
        if (part.name == name) return part.*value;
    return std::nullopt;
}

/// The parts of all points, as layers of this value. At most as many as there are colors; the last one holds
/// no rest, as the parts may be nested.
std::vector<Layer> part_layers(const Curve& curve, double PartTime::*value) {
    std::vector<std::string> names;
    for (const CurvePoint& point : curve.points)
        for (const PartTime& part : point.point->parts)
            add_once(names, part.name);
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < std::min(names.size(), kind_colors); ++i) {
        layers.push_back({names[i].empty() ? "outside phases" : names[i], kind_class(i), {}});
        for (const CurvePoint& point : curve.points)
            layers.back().values.push_back(part_value(*point.point, names[i], value));
    }
    return layers;
}

/// Whether the parts of each point sum to its time; not so if phases are nested.
bool parts_are_whole(const Curve& curve) {
    return std::all_of(curve.points.begin(), curve.points.end(), [](const CurvePoint& point) {
        double sum = 0;
        for (const PartTime& part : point.point->parts)
            sum += part.percent;
        return sum > 99 && sum < 101;
    });
}

/// The time of each part over the axis.
Chart part_times_plot(const Curve& curve, const std::string& name) {
    ChartPanel panel{"", chart_axis(curve.axis)};
    panel.series = series_of_layers(curve, part_layers(curve, &PartTime::seconds), ChartLook::Line);
    panel.y = value_axis("time, average of the ranks (s)", heights_of(panel.series), true);
    return {
        name, curve_name(curve) + ": time of each phase over " + curve.axis.name, curve_name(curve), {panel}};
}

} // namespace

std::vector<Chart> share_plots(const std::vector<Curve>& curves) {
    std::vector<Chart> plots;
    for (std::size_t i = 0; i < std::min(curves.size(), max_curves); ++i) {
        const Curve& curve = curves[i];
        if (curve.points.size() < 2) continue;
        const std::string number = curves.size() == 1 ? "" : fmt::format("-{}", i + 1);
        if (has_states(curve)) plots.push_back(states_plot(curve, "states" + number));
        if (curve.points[0].point->parts.empty()) continue;
        if (parts_are_whole(curve))
            plots.push_back(
                stack(curve, "phases" + number, "phases", part_layers(curve, &PartTime::percent)));
        plots.push_back(part_times_plot(curve, "phase-times" + number));
    }
    return plots;
}

} // namespace loop::report
