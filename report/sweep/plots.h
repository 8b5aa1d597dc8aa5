#pragma once

#include "report/figures/gnuplot.h"
#include "report/sweep/curves.h"

namespace loop::report {

/// For each workload: time, speedup with the ideal line, efficiency, and serial fraction over ranks, with
/// intervals. Leaves out what is not known: there is no speedup without a launch on 1 rank.
std::vector<Plot> plots(const Sweep& sweep, const std::vector<Curve>& curves);

} // namespace loop::report
