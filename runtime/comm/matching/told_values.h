#pragma once

#include "constructs/agreed_values.h"

#include <loop/rank_status.h>

#include <cstdint>
#include <string>
#include <vector>

namespace loop::runtime {

// Ranks publish the values on which they must agree, so that a rank can say which of them differ from those
// of another rank.

// Writes the values, and for a \SEND the receivers of this rank, to the status file.
void tell_values(const std::vector<AgreedValue>& own, const std::vector<int>& receivers = {});

// A number for the values, which a call may publish as its second argument.
std::int64_t hash_of(const std::vector<AgreedValue>& values);

// "`d` is 1 on rank 0, 2 on rank 3"; "" if `rank` has told the same values, or others that do not compare.
std::string values_difference(const std::vector<AgreedValue>& own, int rank, const ToldPairs& told);
// The same; "" also if no call of `rank` with new arguments has published the hash of what it has told last.
std::string values_difference(const std::vector<AgreedValue>& own, int rank, const RankStatus& other);

} // namespace loop::runtime
