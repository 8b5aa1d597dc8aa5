#pragma once

#include "report/figures/chart.h"
#include "report/sweep/curves.h"

namespace loop::report {

/// Returns the verdict of the sweep as a whole.
formats::Verdict judge_sweep(const Sweep& sweep, const std::vector<Curve>& curves);

/// Returns the sweep's report. `charts`: those of plots() that a page shows.
Document sweep_document(const Sweep& sweep, const std::vector<Curve>& curves,
                        const std::vector<Chart>& charts = {});

/// How a sweep of any kind was measured: order, warm-ups, stopping rule, the machine of its first run.
Section method_section(const Sweep& sweep);
/// The command that repeats the sweep, for a page.
Section again_section(const Sweep& sweep);

} // namespace loop::report
