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

/// A factor of a sweep, with its values.
struct Axis {
    std::string name = "ranks";      ///< "ranks", "size", "iterations", "machine", or the name of a parameter
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

/// Which factors the pictures of a sweep show, and how.
struct Layout {
    Axis x;                      ///< horizontal: what varies along the curves
    std::optional<Axis> lines{}; ///< each of its values is a line; all other factors that vary make panels
    /// All factors that vary, the one with the most values first, those whose values are names last.
    std::vector<Axis> varying{};
};

/// Chooses the horizontal axis: `sweep.x` if it is given; else the factor with the most values, of several
/// the first in the order ranks, size, iterations, parameters, machine; else the ranks. Factors whose values
/// are names come last. Throws ChoiceError if `sweep.x` is not a factor of the sweep.
Layout layout_of(const Sweep& sweep);

} // namespace loop::report
