#pragma once

#include "report/figures/plot.h"
#include "trace/read/time_range.h"

#include <vector>

namespace loop::report {

/// Maps times to x, for every figure over time. Time that the grid leaves out takes a narrow gap, whatever
/// its length; all other time is to scale. All labels have the same unit.
class TimeAxis {
public:
    TimeAxis(const Area& area, const TimeGrid& grid);

    double x(std::int64_t time_ns) const;
    /// Returns the left edge of a bin, if the shown time is divided into `bins` equal bins; for bin `bins`,
    /// the right edge of the last one.
    double edge(std::size_t bin, std::size_t bins) const;
    /// Grid lines over the area, labels below it.
    void draw(Svg& svg) const;
    /// Until Svg::end_window(), shapes are in a window over the axis, of this height.
    void begin_window(Svg& svg, double top, double height) const;
    /// Draws the gaps, over all else, with the time that they stand for.
    void draw_breaks(Svg& svg) const;

private:
    struct Stop {
        std::int64_t time_ns;
        double x;
    };
    double gap_width() const;

    Area area_;
    TimeGrid grid_;
    std::vector<Stop> stops_; ///< linear in between
};

} // namespace loop::report
