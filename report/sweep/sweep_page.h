#pragma once

#include "report/sweep/plots.h"

namespace loop::report {

struct DrawnPlot {
    Plot plot;
    std::string svg; ///< empty where it could not be drawn
};

/// The sheet of a sweep as one HTML file, without script or network.
std::string sweep_page(const Sweep& sweep, const std::vector<Curve>& curves,
                       const std::vector<DrawnPlot>& plots);

} // namespace loop::report
