#pragma once

#include "report/figures/gnuplot.h"
#include "report/surface/lines.h"
#include "report/surface/ratio.h"

/// The figures of Strohmaier and Shan (Euro-Par 2005), as gnuplot draws them: all axes and colours are
/// logarithmic, alpha = 1 is in front or below, as in the paper. What was not measured stays blank. Fewer
/// than 2 x 2 points give no picture.
namespace loop::report {

/// Figures 3 and 4: bandwidth as height and colour.
std::optional<Plot> surface_plot(const Surface& surface, const std::string& name);

/// The same from above, with lines of equal bandwidth, and where half of all accesses are in a cache or on
/// the own rank.
std::optional<Plot> contour_plot(const Surface& surface, const std::string& name);

/// Figure 7: contours of two to four surfaces on one scale.
std::optional<Plot> contour_plots(const std::vector<const Surface*>& surfaces, const std::string& name);

/// Figures 5 and 6: ratios on one scale, which is the same for all of them, with lines of equal ratio. The
/// names are NAME-1 and so on.
std::vector<Plot> ratio_plots(const std::vector<SurfaceRatio>& ratios, const std::string& name);

/// Lines on logarithmic axes; `level` draws a line at that height, with its name. At most as many lines as
/// there are colours.
struct LineAxes {
    std::string title, x, y;
    std::string level_name{};
    double level = 0;
    bool linear_y = false;
    bool reversed_x = false;
};
std::optional<Plot> line_plot(const std::vector<SurfaceLine>& lines, const LineAxes& axes,
                              const std::string& name);

} // namespace loop::report
