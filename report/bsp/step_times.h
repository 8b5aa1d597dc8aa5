#pragma once

#include "report/bsp/fit.h"
#include "report/bsp/measured.h"

#include <optional>
#include <vector>

namespace loop::report::bsp {

/// One line through times of h-relations, or two if one does not fit.
struct FittedLines {
    Line line;
    std::optional<Bend> bend;
    Points points;

    /// The line that holds for a superstep of h words.
    const Line& of(double h) const;
    /// The shortest and the longest time of a superstep of h words: of the batches of similar relations,
    /// relative to the line. Negative where the line is.
    Interval range(double h) const;
};
FittedLines fitted_lines(const Line& line, const Points& points, double h0, double h1);

/// The time of a superstep of h words, as a \BSPBENCH measured it.
struct StepTimes {
    double h1 = 0; ///< words of the longest relation; longer ones are extrapolated
    FittedLines typical;
    std::vector<FittedLines> launches; ///< each launch, in each order of the words

    /// The shortest and the longest time in microseconds that any launch lets expect.
    Interval range(double h) const;
};

/// Adds the lines of the launches to `times`.
void add_launches(StepTimes& times, const Measured& found);

} // namespace loop::report::bsp
