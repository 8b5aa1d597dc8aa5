#pragma once

#include "report/figures/chart.h"
#include "report/sweep/quantities.h"

#include <string>
#include <vector>

namespace loop::report {

/// The horizontal axis of a chart, with a tick at every value.
ChartAxis chart_axis(const Axis& axis);

/// All values, with the ends of their intervals.
std::vector<double> heights_of(const std::vector<ChartSeries>& all);

/// The curves of one workload as small multiples: one panel per value of the third factor, one line per value
/// of the second. A line has the same color in all panels. At most 9 panels with at most as many lines as
/// there are colors are shown. `curves` must outlive it and contain the workload.
class Panels {
public:
    /// Curves that share a pair of axes.
    struct Shown {
        std::string title;
        std::vector<const Curve*> curves;
    };

    Panels(const std::string& workload, const std::vector<Curve>& curves);

    const std::vector<Shown>& shown() const { return shown_; }
    /// All curves of the workload, also those that are not shown.
    const std::vector<const Curve*>& curves() const { return curves_; }
    const Axis& axis() const { return curves_.front()->axis; }
    /// The number of the line's color.
    std::size_t style_of(const Curve& curve) const;
    std::size_t columns() const;
    /// " (8 of 12 curves)", or "" if all are shown.
    std::string omission() const;

private:
    void add(const Curve& curve);

    std::vector<const Curve*> curves_;
    std::vector<Shown> shown_;
    std::vector<std::string> lines_;
    std::size_t count_ = 0; ///< of curves shown
};

} // namespace loop::report
