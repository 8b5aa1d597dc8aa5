#pragma once

#include "base/statistics/offset_power.h"

#include <optional>
#include <vector>

namespace loop::statistics {

/// y = a + b x + c / x, with b and c above 0: what grows with x, and what is divided by it. For example, the
/// time of a pipeline over the size of its blocks.
struct Valley {
    double a = 0, b = 0, c = 0;
    double sum_of_squares = 0; ///< squares of the deviations, each in units of its scatter

    double at(double x) const;
    /// Where the law is least.
    double lowest() const;
};

/// The best one by weighted least squares. Empty for fewer than 5 points, if the law is least outside the
/// points or is not above 0 at each, or if either term is below a tenth of the values where it matters most
/// (b x at the last point, c / x at the first one).
std::optional<Valley> fit_valley(const std::vector<WeightedPoint>& points);

} // namespace loop::statistics
