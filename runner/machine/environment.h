#pragma once

#include "base/text/json.h"

namespace loop::runner {

/// The current state of this machine: a fixed list of facts, each a value or "unknown". Never contains the
/// user's environment variables. "load" is the average over the last minute before the run; load_average()
/// returns it again afterwards.
Json environment_record();

/// The same facts, all "unknown": for another machine.
Json unknown_environment();

Json load_average();

} // namespace loop::runner
