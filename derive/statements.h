#pragma once

#include "derive/declarations.h"
#include "derive/tree.h"

namespace loop::report::derive {

/// A step on each number of ranks.
using Steps = std::vector<const Step*>;

/// The construct that does what the steps do, without a semicolon. `overlaps`: a statement will follow, which
/// runs while the messages are in flight.
std::string construct_of(const Steps& steps, const Counts& counts, bool overlaps, Declarations& declarations);

} // namespace loop::report::derive
