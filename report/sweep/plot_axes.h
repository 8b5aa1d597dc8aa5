#pragma once

#include "report/sweep/axis.h"

#include <string>
#include <vector>

namespace loop::report {

/// Gnuplot's settings for the horizontal axis, with a label at every value.
std::string horizontal_axis(const Axis& axis);

/// Gnuplot's settings for a vertical axis that shows all of these values, with at least three labels.
std::string vertical_axis(const std::vector<double>& values, bool logarithmic);

} // namespace loop::report
