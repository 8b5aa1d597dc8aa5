#pragma once

#include "derive/numbers.h"

namespace loop::report::derive {

/// A loop for statements of the same shape, which are its passes. Numbers that differ between passes are
/// formulas of the pass, or come from tables before the loop.
Codes pass_loop(const std::vector<Codes>& passes, Numbers& numbers);

} // namespace loop::report::derive
