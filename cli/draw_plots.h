#pragma once

#include "cli/terminal.h"
#include "report/sweep/sweep_page.h"

#include <filesystem>
#include <vector>

namespace loop::cli {

/// Draws with gnuplot into `folder` what can be drawn, and says what could not; the scripts and their data
/// stay beside the pictures.
std::vector<report::DrawnPlot> draw_plots(const std::vector<report::Plot>& plots,
                                          const std::filesystem::path& folder, const Terminal& terminal);

} // namespace loop::cli
