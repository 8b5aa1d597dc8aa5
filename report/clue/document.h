#pragma once

#include "report/clue/observations.h"
#include "report/sweep/plots.h"

/// The document of a CLUE report (docs/clue.md): observations, one table of all figures, one picture,
/// averages.
namespace loop::report {

Document clue_document(const ClueReport& report, const Sweep& sweep, const std::vector<Chart>& charts = {});
/// For each system one line per figure, then averages, then one line per execution. Fractions are in percent,
/// as in the tables of the thesis.
std::string clue_csv(const std::vector<ClueReport>& systems);
std::string clue_csv(const ClueReport& report);
/// Schema "loop-clue/1".
Json clue_json(const ClueReport& report);
/// The overview: all figures of all variations, on scales on which the slowest ones can be seen, too.
constexpr const char* clue_overview_name = "clue-overview";
Chart clue_overview(const ClueReport& report);
/// The overview, then figures 4.2 to 4.6 of the thesis: ACT/s, efficiency, and serial fraction by variation;
/// efficiency and serial fraction by number of ranks. Leaves out plots without data.
std::vector<Chart> clue_plots(const ClueReport& report);

} // namespace loop::report
