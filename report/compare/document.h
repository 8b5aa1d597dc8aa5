#pragma once

#include "report/compare/comparison.h"
#include "report/document/document.h"

/// The document of a comparison (docs/compare-format.md).
namespace loop::report {

Document comparison_document(const Comparison& comparison);
std::string comparison_csv(const Comparison& comparison);
Json comparison_json(const Comparison& comparison); ///< schema "loop-comparison/1"

/// Returns why cells are undecided: each reason once, with its rows.
std::vector<std::string> undecided_lines(const Comparison& comparison);
} // namespace loop::report
