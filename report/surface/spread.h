#pragma once

#include "report/surface/surface.h"

#include <string>
#include <vector>

namespace loop::report {

/// Returns up to two sentences on how well the points are known: how much their launches differ, and how wide
/// the intervals of the medians within launches are. Typical values, and the worst point.
std::vector<std::string> spread(const Surface& surface);

} // namespace loop::report
