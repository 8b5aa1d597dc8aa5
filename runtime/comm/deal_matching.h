#pragma once

#include "comm/sites.h"
#include "constructs/deal.h"

namespace loop::runtime {

// Compares the published arguments of the present call with those of the neighboring ranks: if two ranks
// differ, then so do two neighbors. Ends the run if they differ, and says how. `is_new`: they are not those
// of the call before.
void match_deal(SiteEntry& entry, const DealCall& call, bool is_new);

} // namespace loop::runtime
