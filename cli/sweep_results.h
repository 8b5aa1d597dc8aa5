#pragma once

#include "cli/terminal.h"

#include <filesystem>

namespace loop::cli {

/// Writes the results of the sweep into its folder (docs/campaign-format.md) and prints its sheet, or
/// results.json.
void show_sweep(const std::filesystem::path& folder, bool json, const Terminal& terminal);

} // namespace loop::cli
