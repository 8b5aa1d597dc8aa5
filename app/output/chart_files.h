#pragma once

#include "app/output/terminal.h"
#include "report/figures/chart.h"

#include <filesystem>
#include <vector>

namespace loop::app {

/// Writes each chart into `folder`, which exists, as NAME.svg, NAME.pdf, and NAME.png. Says if PDF and PNG
/// are missing because they cannot be made.
void write_charts(const std::vector<report::Chart>& charts, const std::filesystem::path& folder,
                  const Terminal& terminal);

} // namespace loop::app
