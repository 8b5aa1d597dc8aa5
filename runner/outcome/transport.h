#pragma once

#include "base/formats/rank_record.h"

#include <string>
#include <vector>

namespace loop::runner {

/// A sentence with a remedy if ranks of one host exchange messages without shared memory because MPI is set
/// so, judging by the records of a launch; empty if they do not, and if MPI does not say how it moves
/// messages.
std::string without_shared_memory(const std::vector<const formats::RankRecord*>& records);

} // namespace loop::runner
