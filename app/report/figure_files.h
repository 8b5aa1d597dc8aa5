#pragma once

#include "app/input/report_files.h"

#include <string>
#include <utility>
#include <vector>

/// Figures of a run as files.
namespace loop::app {

/// Formats of figures; the first one is the default.
inline const std::vector<std::string> figure_formats{"svg", "pdf", "png"};

/// Returns the width in millimeters; 0 if `text` is empty. Throws Failure (Usage) if it is no width, or one
/// in which figures cannot be read.
double print_width(const std::string& text);

/// Returns the names that `--figure NAME` means: one, or those of all figures. Throws Failure (Usage) if
/// there is no such figure.
std::vector<std::string> chosen_figures(const std::string& name, const LoadedRun& run);

/// Returns the text of each figure. `width_mm` is the width in print; 0: the usual one. Throws Failure
/// (InputOutput) if the run has no trace, or if the converter fails.
std::vector<std::string> figure_texts(const LoadedRun& run, const std::vector<std::string>& names,
                                      const std::string& format, double width_mm);

} // namespace loop::app
