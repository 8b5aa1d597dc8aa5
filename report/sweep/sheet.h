#pragma once

#include "report/figures/gnuplot.h"
#include "report/sweep/curves.h"

namespace loop::report {

/// Returns the verdict of the sweep as a whole.
formats::Verdict judge_sweep(const Sweep& sweep, const std::vector<Curve>& curves);

/// Returns the sweep's report. `drawn`: those of plots() that could be drawn.
Document sweep_document(const Sweep& sweep, const std::vector<Curve>& curves,
                        const std::vector<DrawnPlot>& drawn = {});

/// How a sweep of any kind was measured: order, warm-ups, stopping rule, the machine of its first run.
Section method_section(const Sweep& sweep);
/// The command that repeats the sweep, for a page.
Section again_section(const Sweep& sweep);

} // namespace loop::report
