#pragma once

#include "runner/outcome/ranks/rank_outcome.h"

#include <string>
#include <vector>

namespace loop::runner {

/// Who waits where, for whom and since when; who computes; who is gone: one sentence for ranks that do the
/// same. `standing`: seconds for each rank; empty where nobody looked.
std::vector<std::string> roll_call(const std::vector<RankOutcome>& ranks, const std::string& source,
                                   const std::vector<double>& standing = {});

} // namespace loop::runner
