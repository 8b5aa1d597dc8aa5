#pragma once

#include "cli/terminal.h"
#include "report/figures/gnuplot.h"

#include <filesystem>
#include <vector>

namespace loop::cli {

/// Draws plots with gnuplot into `folder`, which exists, and reports those that could not be drawn. The
/// scripts and their data stay next to the figures.
std::vector<report::DrawnPlot> draw_plots(const std::vector<report::Plot>& plots,
                                          const std::filesystem::path& folder, const Terminal& terminal);

/// The same in a temporary folder, for a report in output format `form`. Empty if the format has no figures.
std::vector<report::DrawnPlot> plots_for(const std::string& form, const std::vector<report::Plot>& plots,
                                         const Terminal& terminal);

} // namespace loop::cli
