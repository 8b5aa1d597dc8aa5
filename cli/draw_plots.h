#pragma once

#include "cli/terminal.h"
#include "report/figures/gnuplot.h"

#include <filesystem>
#include <vector>

namespace loop::cli {

/// Draws with gnuplot into `folder` what can be drawn, and says what could not; the scripts and their data
/// stay beside the pictures.
std::vector<report::DrawnPlot> draw_plots(const std::vector<report::Plot>& plots,
                                          const std::filesystem::path& folder, const Terminal& terminal);

/// The same in a folder that goes away, for a form of a report; empty if the form has no pictures.
std::vector<report::DrawnPlot> plots_for(const std::string& form, const std::vector<report::Plot>& plots,
                                         const Terminal& terminal);

} // namespace loop::cli
