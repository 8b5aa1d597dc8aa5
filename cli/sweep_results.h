#pragma once

#include "cli/terminal.h"
#include "report/document/output_formats.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loop::cli {

/// How a sweep's sheet is asked for.
struct SweepForm {
    std::string name;              ///< one of report::output_formats()
    report::TextOptions options{}; ///< of text
    std::vector<double> mbs{};     ///< bandwidths for which surfaces tell the lengths; empty: round ones
};

/// The sheet of the sweep in `folder`, which is only read. FormatError when it is none. The plots in html are
/// drawn, if gnuplot is there. Failure where its kind has no bandwidths.
std::string sweep_form(const std::filesystem::path& folder, const SweepForm& form, const Terminal& terminal);

/// Writes the results of the sweep into its folder (docs/campaign-format.md) and prints its sheet, or
/// results.json.
void show_sweep(const std::filesystem::path& folder, bool json, const Terminal& terminal);

} // namespace loop::cli
