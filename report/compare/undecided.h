#pragma once

#include "report/compare/comparison.h"

/// What a comparison leaves open, in sentences.
namespace loop::report {

/// Returns why cells are undecided: each reason once, with its rows.
std::vector<std::string> undecided_lines(const Comparison& comparison);

struct OpenQuestion {
    enum class Why {
        Undecided,   ///< the launches do not show it
        NotMeasured, ///< only one of the two was to measure it
        Lost,        ///< one of the two was to measure it, and has no time
    };
    Why why;
    std::string text; ///< a sentence
};

/// Returns one question per cell that leaves one open: with the slowdown that the launches could detect, or
/// with what was not measured. `limit` 0: is there a difference of at least `min_difference`? Otherwise: is
/// the cell slower than the base by more than this fraction?
std::vector<OpenQuestion> open_questions(const Comparison& comparison, double limit);

} // namespace loop::report
