#pragma once

#include "session/machine.h"

namespace loop::runtime {

// The rank record (docs/record-format.md).

void remember_home(const RankHome& home, const NodeSummary& node); // at open

// Writes `<records>/rank-<r>.json`, synced and renamed into place; nothing without a records directory.
// On failure: path and reason on stderr, and the run ends with code 7. After the measured time.
void write_record();

} // namespace loop::runtime
