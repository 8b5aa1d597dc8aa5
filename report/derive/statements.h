#pragma once

#include "report/derive/declarations.h"
#include "report/derive/tree.h"

namespace loop::report::derive {

/// The construct that does what the step does, without a semicolon. `overlaps`: a statement will follow,
/// which runs while the messages are in flight.
std::string construct_of(const Step& step, int ranks, bool overlaps, Declarations& declarations);

/// `\WORK` of the load, with a semicolon.
std::string work_of(const Load& load, Declarations& declarations);

} // namespace loop::report::derive
