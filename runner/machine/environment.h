#pragma once

#include "base/text/json.h"

namespace loop::runner {

/// The machine now: a fixed list of facts, each a value or "unknown". Never the user's variables.
/// "load" holds the average over the last minute before the run; load_average() gives it again afterwards.
Json environment_record();

/// The same facts, all unknown: for another machine.
Json unknown_environment();

Json load_average();

} // namespace loop::runner
