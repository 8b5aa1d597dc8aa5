#pragma once

#include "report/compare/comparison.h"
#include "report/document/document.h"

/// The document of a comparison (docs/comparing.md).
namespace loop::report {

Document comparison_document(const Comparison& comparison);
std::string comparison_csv(const Comparison& comparison);
Json comparison_json(const Comparison& comparison); ///< schema "loop-comparison/1"

} // namespace loop::report
