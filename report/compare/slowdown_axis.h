#pragma once

#include "report/compare/comparison.h"

namespace loop::report {

/// One logarithmic axis for all slowdowns of a comparison, with a mark at 1. Intervals are cut off at twice
/// the largest ratio and at half of the smallest one, so that they do not compress the others.
class SlowdownAxis {
public:
    explicit SlowdownAxis(const Comparison& comparison);

    /// Returns an SVG element: the interval as a bar, the ratio as a dot.
    std::string strip(const Judgement& judgement) const;
    /// The ends of the axis: "0.93 to 1.2".
    std::string extent() const;

private:
    double place(double slowdown) const;

    double low_ = 0.95, high_ = 1.05;
};

} // namespace loop::report
