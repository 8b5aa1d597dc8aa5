#pragma once

#include "report/run.h"
#include "report/table.h"

namespace loop::report {

/// What moved, one row a construct in the text, all ranks together. Empty where nothing was sent.
Table communication_table(const Run& run);

} // namespace loop::report
