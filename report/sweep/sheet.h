#pragma once

#include "report/figures/gnuplot.h"
#include "report/sweep/curves.h"

namespace loop::report {

/// VALID, VALID WITH NOTES or INVALID, with the reasons: of the sweep as a whole.
struct SweepVerdict {
    std::string word;
    std::vector<std::string> reasons;
};
SweepVerdict judge_sweep(const Sweep& sweep, const std::vector<Curve>& curves);

/// The law and its serial fraction in one line, or why there is none.
std::string fit_text(const Curve& curve, const Sweep& sweep);

/// How it was measured, one sentence a line: order, warm-ups, stopping rule, what stands for a point.
std::vector<std::string> method_lines(const Sweep& sweep);

/// Its report; what could be drawn of plots() is in it.
Document sweep_document(const Sweep& sweep, const std::vector<Curve>& curves,
                        const std::vector<DrawnPlot>& drawn = {});

/// "How it was measured", of a sweep of any kind: method_lines(), and the machine of its first run.
Section method_section(const Sweep& sweep);
/// The command, for a page.
Section again_section(const Sweep& sweep);

} // namespace loop::report
