#include "report/sweep/axis.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace loop::report {

namespace {

constexpr double min_for_logarithm = 3; ///< ratio of the largest value to the smallest one

/// The text of a factor of a point; empty if the point lacks it.
std::string factor_text(const SweepPoint& point, const std::string& name) {
    if (name == "ranks") return std::to_string(point.ranks);
    if (name == "size") return point.size ? std::to_string(*point.size) : "";
    if (name == "iterations") return point.iterations ? std::to_string(*point.iterations) : "";
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

/// Whether points of one workload differ in the factor. Workloads with different sizes have no common axis.
bool varies(const Sweep& sweep, const std::string& name) {
    std::map<std::string, std::string> first;
    for (const SweepPoint& point : sweep.points)
        if (const std::string text = factor_text(point, name); !text.empty())
            if (first.emplace(point.workload, text).first->second != text) return true;
    return false;
}

/// The factors that may be the axis, in order of preference.
std::vector<std::string> factors_of(const Sweep& sweep) {
    std::vector<std::string> names{"ranks", "size", "iterations"};
    for (const SweepPoint& point : sweep.points)
        for (const auto& [name, value] : point.set)
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
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

Axis axis_of(const Sweep& sweep) {
    for (const std::string& name : factors_of(sweep))
        if (varies(sweep, name)) return axis_named(sweep, name);
    return axis_named(sweep, "ranks");
}

} // namespace loop::report
