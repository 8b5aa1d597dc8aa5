#pragma once

#include "report/compare/comparison.h"
#include "report/sheet.h"

#include "base/text/json.h"

/// The forms of a comparison (docs/compare-format.md).
namespace loop::report {

std::string comparison_text(const Comparison& comparison, const SheetOptions& options = {});
std::string comparison_csv(const Comparison& comparison);
Json comparison_json(const Comparison& comparison); ///< schema "loop-comparison/1"
std::string
comparison_html(const Comparison& comparison); ///< one file, for any browser, without script or network

/// A quotient with the digits that mean something: "12.143", "391".
std::string slowdown_number(double slowdown);
/// "12.1 (11.9 to 12.4)", "3.03", or empty.
std::string slowdown_text(const ComparedCell& cell);
/// The base's name makes its seconds a unit, as in the paper's "paragon seconds".
std::string slowdown_title(const Comparison& comparison);
/// Why cells are undecided, each reason once with its rows.
std::vector<std::string> undecided_lines(const Comparison& comparison);
/// "smallest slowdown that 9 of 10 such comparisons would have found: 1.8 % to 4.2 %"; empty where none is
/// known.
std::string detectable_line(const Comparison& comparison);

} // namespace loop::report
