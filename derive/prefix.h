#pragma once

#include "derive/sequence.h"

namespace loop::report::derive {

/// Keeps of each rank the operations up to the first one in which another rank does not take part, as far as
/// the sequences show. What ranks compute after the last operation goes with those that are cut.
void keep_common_prefix(Sequences& sequences);

} // namespace loop::report::derive
