#pragma once

#include "comm/deals.h"

#include <loop/rank_status.h>

#include <cstdint>

namespace loop::runtime {

// A number for all arguments but COUNT, which ranks compare.
std::int64_t hash_of(const DealArguments& arguments);

// Compares the published arguments with those of rank BY and of the neighboring ranks: if two ranks differ,
// then so do two neighbors. Ends the run if they differ, and says how.
void match_deal(const DealArguments& arguments);

} // namespace loop::runtime
