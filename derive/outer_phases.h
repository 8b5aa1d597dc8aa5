#pragma once

#include "derive/code.h"

namespace loop::report::derive {

/// Gives each outer loop a phase, if the program has none, by what the loop does and where in the source.
void add_phases(Codes& codes);

} // namespace loop::report::derive
