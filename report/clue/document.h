#pragma once

#include "report/clue/observations.h"
#include "report/sweep/plots.h"

/// The document of a CLUE report (docs/clue.md): tables by number of ranks and by variation, averages,
/// observations.
namespace loop::report {

Document clue_document(const ClueReport& report, const Sweep& sweep,
                       const std::vector<DrawnPlot>& drawn = {});
/// One line per figure, then averages. Fractions are in percent, as in the tables of the thesis.
std::string clue_csv(const ClueReport& report);
/// Schema "loop-clue/1".
Json clue_json(const ClueReport& report);
/// Figures 4.2 to 4.6 of the thesis: ACT/s, efficiency, and serial fraction by variation; efficiency and
/// serial fraction by number of ranks. Leaves out plots without data.
std::vector<Plot> clue_plots(const ClueReport& report);

} // namespace loop::report
