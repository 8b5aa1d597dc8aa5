#pragma once

#include "report/figures/contours.h"

#include <string>
#include <vector>

namespace loop::report {

/// A surface over a plane, seen from above the corner where x is large and y is small: the height and the
/// color of a point are its value.
struct SurfaceView {
    struct Side {
        std::vector<Tick> ticks;
        std::string label;
    };
    Side x, y;
    ColorScale colors; ///< its ticks are those of the height
    Field field{};     ///< x ascending, y from the rear forwards or the reverse
};

/// Draws one shape per cell of the field, those behind first.
void draw_surface(Svg& svg, const Area& area, const SurfaceView& view);

} // namespace loop::report
