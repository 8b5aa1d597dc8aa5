#include "report/bsp/step_times.h"

#include "report/bsp/scatter.h"

#include <algorithm>
#include <cstddef>

namespace loop::report::bsp {

const Line& FittedLines::of(double h) const {
    if (!bend) return line;
    return h <= bend->h ? bend->below : bend->above;
}

/// A superstep scatters as the batches of so many relations next to its own do.
Interval FittedLines::range(double h) const {
    constexpr std::size_t most = 8;
    const std::size_t count = points.h.size();
    const auto above =
        static_cast<std::size_t>(std::lower_bound(points.h.begin(), points.h.end(), h) - points.h.begin());
    const std::size_t begin =
        std::min(above > most / 2 ? above - most / 2 : 0, count - std::min(count, most));
    std::vector<FittedPoint> near;
    for (std::size_t k = begin; k < std::min(count, begin + most); ++k)
        near.push_back(fitted_point(points, k, of(points.h[k]).at(points.h[k])));
    const Interval factors = factors_near(near);
    const double fitted = of(h).at(h);
    return {fitted * factors.first, fitted * factors.second};
}

FittedLines fitted_lines(const Line& line, const Points& points, double h0, double h1) {
    return {line, find_bend(points, h0, h1), points};
}

Interval StepTimes::range(double h) const {
    const double middle = typical.of(h).at(h);
    Interval all{middle, middle};
    for (const FittedLines& launch : launches) {
        const Interval own = launch.range(h);
        all.first = std::min(all.first, own.first);
        all.second = std::max(all.second, own.second);
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
