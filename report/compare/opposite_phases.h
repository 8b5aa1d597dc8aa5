#pragma once

#include "report/compare/comparison.h"

#include <string>

namespace loop::report {

/// A sentence about phases that became slower while others became faster, which the time of the whole program
/// hides; "" if there are none. A phase counts if its verdict is certain and the difference is at least a
/// twentieth of the phase and a fiftieth of the program.
std::string opposite_phases_text(const ComparedCell& cell, const Measurement& base);

} // namespace loop::report
