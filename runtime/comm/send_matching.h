#pragma once

#include "comm/send_plan.h"

#include <loop/rank_status.h>

#include <string>

namespace loop::runtime {

// Writes to the status file what this rank has worked out, for ranks that have worked out something else.
void tell_pairs(const SendPlan& plan);

// How the pairs or sizes of this rank and of `rank` differ: "rank 3 sends to rank 4 as rank 0 works it out,
// to rank 5 as rank 3 does; `d` is 1 on rank 0, 2 on rank 3".
std::string pairs_difference(const SendCall& call, const SendPlan& plan, int rank, const RankStatus& other);

} // namespace loop::runtime
