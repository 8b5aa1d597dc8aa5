#pragma once

#include <optional>
#include <vector>

namespace loop::statistics {

/// A positive value at a place of the axis, with its uncertainty as a fraction of it.
struct WeightedPoint {
    double x, y, scatter;
};

/// y = a + b x^c, with a and b above 0.
struct OffsetPower {
    double a = 0, b = 0, c = 1;
    double sum_of_squares = 0; ///< squares of the deviations, each in units of its scatter

    double at(double x) const;
};

/// The best one by weighted least squares, for c from 0.1 to 6. Empty for fewer than 5 points, or if either
/// term is below a tenth of the values where it matters most (`a` at the first point, the other at the last).
std::optional<OffsetPower> fit_offset_power(const std::vector<WeightedPoint>& points);

} // namespace loop::statistics
