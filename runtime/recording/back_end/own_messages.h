#pragma once

#include "recording/tables.h"

#include <loop/send_pattern.h>

namespace loop::recording {

// The messages of this rank, each once, if their places in the program's data follow from the rows: if all
// have place 0, and one is received at most. Returns false if not.
bool find_own(const KnownMessages& all, patterns::SendPattern& own);

} // namespace loop::recording
