#pragma once

#include "report/figures/figure.h"
#include "report/figures/plot.h"
#include "report/figures/rows.h"

namespace loop::report {

/// The user's marks as wedges on the bars of their ranks; of those that would stand on each other one, so
/// that there is a bounded number of them. False: there are none.
bool draw_user_marks(Svg& svg, const FigureInput& input, const RankRows& rows, const TimeAxis& axis);

} // namespace loop::report
