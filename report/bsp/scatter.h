#pragma once

#include "report/bsp/fit.h"

#include <cstddef>
#include <vector>

/// How far single supersteps may lie from a fitted time. Pure functions; all times are in microseconds.
namespace loop::report::bsp {

/// The time of supersteps as it was measured, and as the fit has it.
struct FittedPoint {
    double fitted;
    double us;                 ///< the median of the batches
    double lower_us, upper_us; ///< their quartiles; `us` if they are unknown
};

/// Factors by which the time of a superstep may differ from the fit, given the points that are most like it:
/// their misfits, from the least to the greatest, and on each side the typical scatter of their batches, as
/// far as 95 % of them. {1, 1} without points.
Interval factors_near(const std::vector<FittedPoint>& near);

/// The k-th point beside its fitted time.
FittedPoint fitted_point(const Points& points, std::size_t k, double fitted);

} // namespace loop::report::bsp
