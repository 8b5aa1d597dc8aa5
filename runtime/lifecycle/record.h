#pragma once

#include "session/machine.h"

namespace loop::runtime {

// The rank record (docs/record-format.md).

void remember_home(const RankHome& home, const NodeSummary& node); // at open
const NodeSummary& own_node_summary();

// Writes `<records>/rank-<r>.json`, synced and renamed into place; does nothing without a records directory.
// On failure, prints path and reason on stderr and ends the run with code 7. To be called after the measured
// time.
void write_record();

} // namespace loop::runtime
