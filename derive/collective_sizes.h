#pragma once

#include "derive/statements.h"

namespace loop::report::derive {

/// The most bytes that a rank contributes to a collective operation.
long long most_of(const Step& step);

/// The size of a collective operation: a number, or a function of the ranks of a group.
std::string collective_size(const Steps& steps, const Counts& counts, Declarations& declarations);

} // namespace loop::report::derive
