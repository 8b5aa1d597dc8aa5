#pragma once

#include "report/figures/chart.h"
#include "report/sweep/curves.h"

namespace loop::report {

/// For each curve: states and phases, stacked over the axis, and the time of each phase. Leaves out what is
/// not known, and all but the first curves.
std::vector<Chart> share_plots(const std::vector<Curve>& curves);

/// The plots of share_plots(); then for each workload: time over the axis and, if the axis is the number of
/// ranks, speedup with the ideal line, efficiency, and serial fraction, with intervals. Leaves out what is
/// not known: there is no speedup without a launch on 1 rank.
std::vector<Chart> plots(const Sweep& sweep, const std::vector<Curve>& curves);

} // namespace loop::report
