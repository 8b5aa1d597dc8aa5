#pragma once

#include "derive/statements.h"

/// The constructs of the two kinds of steps, without a semicolon.
namespace loop::report::derive {

/// A collective operation.
std::string construct_of_collective(const Steps& steps, const Counts& counts, Declarations& declarations);

/// Messages that are in flight at the same time. `overlaps`: see `construct_of`.
std::string construct_of_messages(const Steps& steps, const Counts& counts, bool overlaps,
                                  Declarations& declarations);

} // namespace loop::report::derive
