#include "base/text/clean.h"
#include "base/text/strings.h"
#include "report/sweep/plot_axes.h"
#include "report/sweep/plots.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_curves = 4; ///< that have plots of their own

/// One layer of a stack, with its value for each place; "?" where it is not known.
struct Layer {
    std::string name;
    std::string color;
    std::vector<std::optional<double>> values;
};

/// The text as a field of gnuplot's data: in quotes, with a sign for an empty one.
std::string field(const std::string& text) {
    std::string plain = clean_text(text);
    plain.erase(std::remove(plain.begin(), plain.end(), '"'), plain.end());
    return '"' + (plain.empty() ? "-" : plain) + '"';
}

/// The values in columns, one row per place, named in the first column.
std::string columns_of(const Curve& curve, const std::vector<Layer>& layers) {
    std::string text = "# place, number, then the columns\n";
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        text += fmt::format("{} {:.10g}", field(curve.points[i].at.text), curve.points[i].at.number);
        for (const Layer& layer : layers)
            text += layer.values[i] ? fmt::format(" {:.6g}", *layer.values[i]) : " ?";
        text += "\n";
    }
    return text;
}

/// Columns of 100 % over the axis.
Plot stack(const Curve& curve, const std::string& name, const std::string& what,
           const std::vector<Layer>& layers) {
    Plot plot{name, curve_name(curve) + ": " + what + " over " + curve.axis.name, "",
              columns_of(curve, layers)};
    std::string settings = "set title " + quoted(curve_name(curve)) + " noenhanced\nset xlabel " +
                           quoted(curve.axis.name) + " noenhanced\nset ylabel " +
                           quoted(what + " (% of the ranks' time)") +
                           "\nset key outside right top Left reverse invert noenhanced\nset datafile "
                           "missing '?'\nset "
                           "grid y\nset yrange [0:100]\nset ytics 20\nset xtics noenhanced\nset style data "
                           "histograms\nset style histogram rowstacked\nset style fill solid 1 border rgb "
                           "'#555555'\nset boxwidth 0.7\n";
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < layers.size(); ++i)
        lines.push_back(fmt::format("'{}.dat' using {}:xtic(1) title {} linecolor rgb '{}'", name, i + 3,
                                    quoted(layers[i].name), layers[i].color));
    plot.script = plot_script(name, settings, plot_command(lines), 720, 420);
    return plot;
}

bool has_states(const Curve& curve) {
    return std::all_of(curve.points.begin(), curve.points.end(),
                       [](const CurvePoint& point) { return point.point->states.has_value(); });
}

Plot states_plot(const Curve& curve, const std::string& name) {
    std::vector<Layer> layers{{"busy", "#12756d", {}},
                              {"overhead", "#f2a81d", {}},
                              {"waiting", "#d6dde8", {}},
                              {"in MPI, unknown", "#b9a5c7", {}}};
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
    for (std::size_t i = 0; i < std::min(names.size(), line_colors.size()); ++i) {
        layers.push_back({names[i].empty() ? "outside phases" : names[i], line_colors[i], {}});
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
Plot part_times_plot(const Curve& curve, const std::string& name) {
    const std::vector<Layer> layers = part_layers(curve, &PartTime::seconds);
    Plot plot{name, curve_name(curve) + ": time of each phase over " + curve.axis.name, "",
              columns_of(curve, layers)};
    std::vector<double> values;
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        for (const auto& value : layers[i].values)
            if (value) values.push_back(*value);
        lines.push_back(
            fmt::format("'{}.dat' using 2:{} with linespoints linewidth 2 pointtype {} linecolor rgb "
                        "'{}' title {}",
                        name, i + 3, i + 4, layers[i].color, quoted(layers[i].name)));
    }
    plot.script =
        plot_script(name,
                    "set title " + quoted(curve_name(curve)) +
                        " noenhanced\nset ylabel 'time, average of the ranks (s)'\nset grid\nset key "
                        "outside right top Left reverse noenhanced\nset datafile missing '?'\n" +
                        horizontal_axis(curve.axis) + vertical_axis(values, true),
                    plot_command(lines), 720, 420);
    return plot;
}

} // namespace

std::vector<Plot> share_plots(const std::vector<Curve>& curves) {
    std::vector<Plot> plots;
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
