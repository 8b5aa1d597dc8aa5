#pragma once

#include "report/figures/plot.h"

namespace loop::report::bsp {

/// Maps values above 0 to y, upwards, logarithmically. Values below `least` are at the lower edge.
class LogAxis {
public:
    LogAxis(const Area& area, double least, double most);

    double y(double value) const;
    bool contains(double value) const { return value >= least_ && value <= most_; }
    void draw(Svg& svg) const;

private:
    Area area_;
    double least_, most_;
};

} // namespace loop::report::bsp
