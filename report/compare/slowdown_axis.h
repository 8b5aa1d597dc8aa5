#pragma once

#include "report/compare/comparison.h"

namespace loop::report {

/// One logarithmic axis for all slowdowns of a comparison, 1 marked. Intervals that reach beyond twice the
/// largest ratio, or below half of the smallest, are cut off there, so that they do not squeeze the others.
class SlowdownAxis {
public:
    explicit SlowdownAxis(const Comparison& comparison);

    /// The interval as a bar with the ratio as a dot, as an element of a page.
    std::string strip(const Judgement& judgement) const;
    /// Its ends: "0.93 to 1.2".
    std::string extent() const;

private:
    double place(double slowdown) const;

    double low_ = 0.95, high_ = 1.05;
};

} // namespace loop::report
