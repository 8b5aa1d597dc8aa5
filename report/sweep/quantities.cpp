#include "report/sweep/quantities.h"

#include "report/figures/chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::report {

namespace {

std::optional<Bounds> no_interval(const CurvePoint& /*point*/) {
    return std::nullopt;
}

Quantity of_member(const char* name, const std::string& title, std::optional<double> CurvePoint::*value) {
    return {
        name,       title, 1, true, nullptr, false, [value](const CurvePoint& point) { return point.*value; },
        no_interval};
}

Quantity of_result(const std::pair<std::string, std::string>& name) {
    const auto find = [name](const CurvePoint& point) { return result_named(point, name); };
    return {"result-" + file_name(name.first),
            result_title(name),
            1,
            false,
            nullptr,
            false,
            [find](const CurvePoint& point) {
                const PointResult* const result = find(point);
                return result != nullptr ? std::optional(result->value) : std::nullopt;
            },
            [find](const CurvePoint& point) {
                const PointResult* const result = find(point);
                return result != nullptr ? result->interval : std::nullopt;
            }};
}

void add_scaling(const Sweep& sweep, std::vector<Quantity>& all) {
    const std::string of = sweep.scaled ? "scaled " : "";
    all.push_back({"speedup", of + "speed-up", 1, true, [](double ranks) { return ranks; }, true,
                   [](const CurvePoint& point) { return point.speedup; },
                   [](const CurvePoint& point) { return point.speedup_interval; }});
    all.push_back({"efficiency", of + "efficiency (%)", 100, false, [](double) { return 100.0; }, true,
                   [](const CurvePoint& point) { return point.efficiency; },
                   [](const CurvePoint& point) { return point.efficiency_interval; }});
    all.push_back({"serial-fraction", of + "serial fraction (%)", 100, false, [](double) { return 0.0; },
                   true, [](const CurvePoint& point) { return point.serial_fraction; },
                   [](const CurvePoint& point) { return point.serial_fraction_interval; }});
}

/// Names of files have fewer characters than names of results, so two of them may become equal.
void make_distinct(std::vector<Quantity>& all) {
    std::map<std::string, int> uses;
    for (Quantity& quantity : all)
        if (const int use = ++uses[quantity.name]; use > 1) quantity.name += fmt::format("-{}", use);
}

} // namespace

std::vector<std::pair<std::string, std::string>> result_names(const std::vector<CurvePoint>& points) {
    std::vector<std::pair<std::string, std::string>> names;
    for (const CurvePoint& point : points)
        for (const PointResult& result : point.results)
            if (const auto name = std::pair(result.name, result.unit);
                std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
    return names;
}

const PointResult* result_named(const CurvePoint& point, const std::pair<std::string, std::string>& name) {
    for (const PointResult& result : point.results)
        if (result.name == name.first && result.unit == name.second) return &result;
    return nullptr;
}

std::string result_title(const std::pair<std::string, std::string>& name) {
    return name.first + (name.second.empty() ? "" : " (" + name.second + ")");
}

std::vector<Quantity> quantities(const Sweep& sweep, const std::vector<const Curve*>& curves) {
    std::vector<Quantity> all{{"time", sweep.fastest ? "time, fastest launch (s)" : "time, median (s)", 1,
                               true, nullptr, false,
                               [](const CurvePoint& point) { return std::optional(point.seconds); },
                               [fastest = sweep.fastest](const CurvePoint& point) {
                                   return fastest ? std::nullopt : point.interval;
                               }}};
    add_scaling(sweep, all);
    all.push_back(of_member("mflops", "Mflop/s, all ranks", &CurvePoint::mflops));
    all.push_back(of_member("mbs", "messages MB/s, all ranks", &CurvePoint::mbs));
    std::vector<CurvePoint> points;
    for (const Curve* curve : curves)
        points.insert(points.end(), curve->points.begin(), curve->points.end());
    for (const auto& name : result_names(points))
        all.push_back(of_result(name));
    make_distinct(all);
    return all;
}

} // namespace loop::report
