#pragma once

#include "report/sheet.h"
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

/// The sheet of a sweep for the terminal.
std::string sweep_sheet(const Sweep& sweep, const std::vector<Curve>& curves,
                        const SheetOptions& options = {});

} // namespace loop::report
