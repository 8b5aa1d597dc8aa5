#pragma once

#include "constructs/deal.h"

namespace loop::runtime {

// Compares the published arguments with those of rank BY and of the neighboring ranks: if two ranks differ,
// then so do two neighbors. Ends the run if they differ, and says how.
void match_deal(const DealCall& call);

} // namespace loop::runtime
