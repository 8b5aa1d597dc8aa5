#pragma once

#include "report/figures/gnuplot.h"
#include "report/sweep/curves.h"

namespace loop::report {

/// Time, speed-up with the ideal line, efficiency and serial fraction over ranks, with intervals; for each
/// workload. Only what there is: no speed-up without a launch on 1 rank.
std::vector<Plot> plots(const Sweep& sweep, const std::vector<Curve>& curves);

} // namespace loop::report
