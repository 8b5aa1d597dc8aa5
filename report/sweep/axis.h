#pragma once

#include "report/sweep/sweep.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::report {

/// A value on an axis: its text as the user wrote it, and where it lies.
struct AxisValue {
    std::string text;
    double number = 0; ///< for values that are not numbers, their place in the order of the plan
};

/// What varies along the curves of a sweep: one of its factors.
struct Axis {
    std::string name = "ranks";      ///< "ranks", "size", "iterations", or the name of a parameter
    std::vector<AxisValue> values{}; ///< ascending, each once
    bool is_numeric = true;

    /// Whether the laws of scaling apply: speedup, efficiency, serial fraction.
    bool is_ranks() const { return name == "ranks"; }
    /// Whether the values span so wide a range that plots need a logarithmic axis.
    bool is_logarithmic() const;
    /// The place of this point on the axis; empty if the point lacks the factor.
    std::optional<AxisValue> value_of(const SweepPoint& point) const;
    /// "4 ranks", "1 rank", "size 400".
    std::string place(const std::string& value) const;
};

/// Returns the axis of a sweep: the ranks if they vary; else the first factor that varies of size,
/// iterations, and parameters; else the ranks.
Axis axis_of(const Sweep& sweep);

} // namespace loop::report
