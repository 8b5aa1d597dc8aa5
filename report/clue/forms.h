#pragma once

#include "report/clue/observations.h"
#include "report/sheet.h"
#include "report/sweep/plots.h"
#include "report/sweep/sweep_page.h"

/// The forms of a CLUE report (docs/clue.md): tables by number of ranks and by variation, averages,
/// observations.
namespace loop::report {

std::string clue_text(const ClueReport& report, const SheetOptions& options = {});
/// A line a figure, then averages; fractions as in the tables of the thesis, in percent.
std::string clue_csv(const ClueReport& report);
/// Schema "loop-clue/1".
Json clue_json(const ClueReport& report);
/// The same as XML (docs/clue.xsd), which names clue.xsl as its style sheet.
std::string clue_xml(const ClueReport& report);
/// clue.xsl: the XML as tables and graphs, for browsers and xsltproc.
const std::string& clue_style_sheet();
/// One HTML file, without script or network; with the pictures that could be drawn.
std::string clue_page(const ClueReport& report, const Sweep& sweep, const std::vector<DrawnPlot>& plots);

/// Figures 4.2 to 4.6 of the thesis: ACT/s, efficiency and serial fraction by variation; efficiency and
/// serial fraction by number of ranks. Only what there is.
std::vector<Plot> clue_plots(const ClueReport& report);

} // namespace loop::report
