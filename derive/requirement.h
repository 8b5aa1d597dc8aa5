#pragma once

#include "derive/code.h"
#include "derive/helpers.h"

namespace loop::report::derive {

/// `\REQUIRE` for the numbers of ranks that the formulas in the lines allow: multiples of what they count in,
/// and what all recorded numbers are (powers of two, squares, multiples) if the formulas depend on that.
/// Empty: all.
Lines requirements_of(const Lines& lines, const Counts& counts);

} // namespace loop::report::derive
