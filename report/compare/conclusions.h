#pragma once

#include "report/compare/comparison.h"
#include "report/document/document.h"

namespace loop::report {

/// One conclusion per candidate except the base: in how many comparisons it is slower or faster, and by how
/// much at most; for a single comparison, its verdict with the interval.
std::vector<Conclusion> comparison_conclusions(const Comparison& comparison);

} // namespace loop::report
