#pragma once

#include "report/compare/comparison.h"

namespace loop::report {

/// One logarithmic axis for all slowdowns of a comparison, 1 marked; at most from a tenth to the tenfold.
class SlowdownAxis {
public:
    explicit SlowdownAxis(const Comparison& comparison);

    /// The interval as a bar and the quotient as a dot on it, as an element of a page; cut off at the ends.
    std::string strip(const Judgement& judgement) const;
    /// "0.93 to 1.2"
    std::string extent() const;

private:
    double place(double slowdown) const;

    double low_ = 0.95, high_ = 1.05;
};

} // namespace loop::report
