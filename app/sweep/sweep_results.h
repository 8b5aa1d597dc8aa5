#pragma once

#include "app/output/terminal.h"
#include "report/document/output_formats.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loop::app {

/// The output format and options of a sweep's sheet.
struct SweepForm {
    std::string name;              ///< one of report::output_formats()
    report::TextOptions options{}; ///< for text
    std::string x{};               ///< the factor on the horizontal axis; empty: as the sweep says
    bool heat_map = false;         ///< also draw maps over two factors
    std::vector<double> mbs{};     ///< MB/s for which surfaces report block lengths; empty: round values
};

struct SweepSheet {
    std::string text;
    std::vector<std::string> damages; ///< Sweep::damages
};

/// Returns the sheet of the sweep in `folder`, without writing there. Throws FormatError if the folder is not
/// a sweep, and Failure if bandwidths are given but the sweep has no surfaces, or `x` or `heat_map` but it
/// has no curves or not these factors.
SweepSheet sweep_form(const std::filesystem::path& folder, const SweepForm& form);

/// Writes the results of the sweep into its folder (docs/sweeps.md) and prints its sheet, or
/// results.json. Returns whether it is not INVALID.
bool show_sweep(const std::filesystem::path& folder, bool json, const Terminal& terminal);

} // namespace loop::app
