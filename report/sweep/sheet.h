#pragma once

#include "report/figures/gnuplot.h"
#include "report/sweep/curves.h"

namespace loop::report {

/// Of the sweep as a whole.
formats::Verdict judge_sweep(const Sweep& sweep, const std::vector<Curve>& curves);

/// Its report; what could be drawn of plots() is in it.
Document sweep_document(const Sweep& sweep, const std::vector<Curve>& curves,
                        const std::vector<DrawnPlot>& drawn = {});

/// How it was measured, of a sweep of any kind: order, warm-ups, stopping rule, the machine of its first run.
Section method_section(const Sweep& sweep);
/// The command that repeats it, for a page.
Section again_section(const Sweep& sweep);

} // namespace loop::report
