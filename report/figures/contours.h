#pragma once

#include "report/figures/chart.h"

namespace loop::report {

/// Values at the crossings of rows and columns, which have coordinates in the picture. NaN: no value; there
/// is a hole around it.
struct Field {
    std::vector<double> x, y; ///< of columns and rows
    std::vector<double> values;

    double at(std::size_t row, std::size_t column) const { return values[row * x.size() + column]; }
};

/// Fills the field with the colors of its interpolated values, one path per color.
void draw_field(Svg& svg, const Field& field, const ColorScale& colors);

/// Draws the lines at these values as one path of class "contour".
void draw_contours(Svg& svg, const Field& field, const std::vector<double>& levels);

} // namespace loop::report
