#pragma once

#include "report/compare/comparison.h"

/// What a comparison leaves open, in sentences.
namespace loop::report {

/// Returns why cells are undecided: each reason once, with its rows.
std::vector<std::string> undecided_lines(const Comparison& comparison);

/// Returns one sentence per cell whose question is open, with the slowdown that the launches could detect, or
/// that only one of the two has measured. `limit` 0: is there a difference of at least `min_difference`?
/// Otherwise: is the cell slower than the base by more than this fraction?
std::vector<std::string> open_questions(const Comparison& comparison, double limit);

} // namespace loop::report
