#pragma once

#include "derive/helpers.h"

namespace loop::report::derive {

/// A formula of the rank for a receiver.
struct Candidate {
    std::string text;
    std::function<int(int r, int p)> receiver; ///< not a rank: nothing is sent
};
using Candidates = std::vector<Candidate>;

/// All formulas that are looked at, the shortest ones first. Constants of grids are used for one number of
/// ranks only; for several, the sides of grids.
Candidates candidates_for(const Counts& counts);

} // namespace loop::report::derive
