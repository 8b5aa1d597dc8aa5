#pragma once

#include "report/sweep/curves.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loop::report {

/// What a plot or a column of a sweep shows of a point.
struct Quantity {
    std::string name;  ///< for files: "time", "mflops", "result-energy"
    std::string title; ///< with its unit: "Mflop/s of all ranks"
    double scale = 1;  ///< from the value to the unit of the title
    bool logarithmic = true;
    double (*ideal)(double x) = nullptr; ///< in the unit of the title; null: unknown
    bool wants_ranks = false;            ///< only if the axis is the number of ranks
    std::function<std::optional<double>(const CurvePoint&)> value{};
    std::function<std::optional<Bounds>(const CurvePoint&)> interval{};
};

/// Time, scaling, rates, and all results of these curves, in the order of the plots.
std::vector<Quantity> quantities(const Sweep& sweep, const std::vector<const Curve*>& curves);

/// The names and units of all results of these points, each once, in the order of first appearance.
std::vector<std::pair<std::string, std::string>> result_names(const std::vector<CurvePoint>& points);

/// The result with this name and unit; null if the point lacks it.
const PointResult* result_named(const CurvePoint& point, const std::pair<std::string, std::string>& name);

/// "latency (us)", for the head of a column or the title of an axis.
std::string result_title(const std::pair<std::string, std::string>& name);

} // namespace loop::report
