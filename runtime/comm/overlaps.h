#pragma once

#include "comm/messages.h"

#include <string>
#include <vector>

namespace loop::runtime {

// Says which bytes of the user's data two messages share, of which at least one is received: MPI would store
// into data that is read or stored at the same time. Empty if there are none.
std::string overlap_of(const std::vector<Transfer>& receives, const std::vector<Transfer>& sends);

} // namespace loop::runtime
