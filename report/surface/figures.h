#pragma once

#include "report/figures/chart.h"
#include "report/surface/lines.h"
#include "report/surface/ratio.h"

/// The figures of Strohmaier and Shan (Euro-Par 2005). As in the paper, all axes and colors
/// are logarithmic, and alpha = 1 is at the front or bottom. Points that were not measured stay blank. Fewer
/// than 2 x 2 points give no figure.
namespace loop::report {

/// Figures 3 and 4: bandwidth as height and color.
std::optional<Chart> surface_plot(const Surface& surface, const std::string& name);

/// The same from above, with contour lines, and lines for half of all accesses in a cache or on the rank
/// itself.
std::optional<Chart> contour_plot(const Surface& surface, const std::string& name);

/// Cycles per word from above, with contour lines; few cycles have the color of a high bandwidth. Returns
/// nothing if cycles are unknown.
std::optional<Chart> cycles_plot(const Surface& surface, const std::string& name);

/// Figure 7: contours of two to four surfaces on a common scale.
std::optional<Chart> contour_plots(const std::vector<const Surface*>& surfaces, const std::string& name);

/// Figures 5 and 6: ratios on a common scale, with contour lines. The charts are named NAME-1, NAME-2, ...
std::vector<Chart> ratio_plots(const std::vector<SurfaceRatio>& ratios, const std::string& name);

/// Options for curves on logarithmic axes. `level`: the height of a labeled horizontal line; 0: none. There
/// are at most as many curves as colors.
struct LineAxes {
    std::string title, x, y;
    std::string level_name{};
    double level = 0;
    bool linear_y = false;
    bool reversed_x = false;
};
std::optional<Chart> line_plot(const std::vector<SurfaceLine>& lines, const LineAxes& axes,
                               const std::string& name);

} // namespace loop::report
