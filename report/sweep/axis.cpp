#include "report/sweep/axis.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

namespace loop::report {

namespace {

constexpr double min_for_logarithm = 3; ///< ratio of the largest value to the smallest one

/// The text of a factor of a point; empty if the point lacks it.
std::string factor_text(const SweepPoint& point, const std::string& name) {
    if (name == "ranks") return std::to_string(point.ranks);
    if (name == "size") return point.size ? std::to_string(*point.size) : "";
    if (name == "iterations") return point.iterations ? std::to_string(*point.iterations) : "";
    if (name == "machine") return point.machine;
    // A variation names its parameters together.
    if (!point.variation.empty()) return "";
    for (const auto& [parameter, value] : point.set)
        if (parameter == name) return value;
    return "";
}

std::optional<double> finite_number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// The different values of a factor, in the order of the plan.
std::vector<std::string> texts_of(const Sweep& sweep, const std::string& name) {
    std::vector<std::string> texts;
    for (const SweepPoint& point : sweep.points)
        if (const std::string text = factor_text(point, name);
            !text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end())
            texts.push_back(text);
    return texts;
}

Axis axis_named(const Sweep& sweep, const std::string& name) {
    const std::vector<std::string> texts = texts_of(sweep, name);
    Axis axis;
    axis.name = name;
    axis.is_numeric = std::all_of(texts.begin(), texts.end(),
                                  [](const std::string& text) { return finite_number(text).has_value(); });
    for (const std::string& text : texts)
        axis.values.push_back(
            {text, axis.is_numeric ? *finite_number(text) : static_cast<double>(axis.values.size())});
    std::stable_sort(axis.values.begin(), axis.values.end(),
                     [](const AxisValue& a, const AxisValue& b) { return a.number < b.number; });
    return axis;
}

/// The number of different values in the workload that has the most. Workloads with different sizes have no
/// common axis.
std::size_t values_in_a_workload(const Sweep& sweep, const std::string& name) {
    std::map<std::string, std::set<std::string>> texts;
    std::size_t most = 0;
    for (const SweepPoint& point : sweep.points)
        if (const std::string text = factor_text(point, name); !text.empty()) {
            texts[point.workload].insert(text);
            most = std::max(most, texts[point.workload].size());
        }
    return most;
}

/// The factors that may be the axis, in order of preference.
std::vector<std::string> factors_of(const Sweep& sweep) {
    std::vector<std::string> names{"ranks", "size", "iterations"};
    for (const SweepPoint& point : sweep.points)
        for (const auto& [name, value] : point.set)
            add_once(names, name);
    // The inputs of a comparison are its sides, not values of a factor.
    if (!sweep.comparison) names.emplace_back("machine");
    return names;
}

} // namespace

bool Axis::is_logarithmic() const {
    return is_numeric && values.size() > 1 && values.front().number > 0 &&
           values.back().number / values.front().number >= min_for_logarithm;
}

std::optional<AxisValue> Axis::value_of(const SweepPoint& point) const {
    const std::string text = factor_text(point, name);
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const AxisValue& value) { return value.text == text; });
    return found == values.end() ? std::nullopt : std::optional(*found);
}

std::string Axis::place(const std::string& value) const {
    if (!is_ranks()) return name + " " + value;
    return value + (value == "1" ? " rank" : " ranks");
}

Layout layout_of(const Sweep& sweep) {
    Layout layout;
    std::map<std::string, std::size_t> counts;
    const std::vector<std::string> factors = factors_of(sweep);
    for (const std::string& name : factors) {
        counts[name] = values_in_a_workload(sweep, name);
        if (counts[name] > 1) layout.varying.push_back(axis_named(sweep, name));
    }
    std::stable_sort(layout.varying.begin(), layout.varying.end(), [&](const Axis& a, const Axis& b) {
        return a.is_numeric != b.is_numeric ? a.is_numeric : counts[a.name] > counts[b.name];
    });
    if (!sweep.x.empty() && counts[sweep.x] == 0)
        throw ChoiceError(
            fmt::format("`--x {}` is not a factor of this sweep: it has {}", sweep.x, joined(factors, ", ")));
    layout.x = !sweep.x.empty()         ? axis_named(sweep, sweep.x)
               : layout.varying.empty() ? axis_named(sweep, "ranks")
                                        : layout.varying[0];
    for (const Axis& axis : layout.varying)
        if (axis.name != layout.x.name && !layout.lines) layout.lines = axis;
    return layout;
}

} // namespace loop::report
