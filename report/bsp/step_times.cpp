#include "report/bsp/step_times.h"

#include <algorithm>

namespace loop::report::bsp {

const Line& FittedLines::of(double h) const {
    if (!bend) return line;
    return h <= bend->h ? bend->below : bend->above;
}

FittedLines fitted_lines(const Line& line, const Points& points, double h0, double h1) {
    return {line, find_bend(points, h0, h1)};
}

Interval StepTimes::range(double h) const {
    const Line& middle = typical.of(h);
    Interval all{middle.at(h), middle.at(h)};
    for (const FittedLines& launch : launches) {
        const Line& line = launch.of(h);
        all.first = std::min(all.first, line.at(h) - line.residual);
        all.second = std::max(all.second, line.at(h) + line.residual);
    }
    all.first = std::max(0.0, all.first);
    return all;
}

void add_launches(StepTimes& times, const Measured& found) {
    for (const Points& launch : found.launches)
        if (const auto line = fit(launch, found.h0, found.h1))
            times.launches.push_back(fitted_lines(*line, launch, found.h0, found.h1));
}

} // namespace loop::report::bsp
