#pragma once

#include "report/figures/chart.h"
#include "report/sweep/curves.h"

#include <vector>

namespace loop::report {

/// If `sweep.heat_map`: for each workload and quantity, colors over the horizontal axis and the numeric
/// factor with the most values besides it. The cells also show their values, unless one has no room. All
/// other factors must have one value, or the maps are of their first values. Throws ChoiceError if fewer than
/// two numeric factors vary.
std::vector<Chart> heat_maps(const Sweep& sweep, const std::vector<Curve>& curves);

} // namespace loop::report
