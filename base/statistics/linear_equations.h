#pragma once

#include <optional>
#include <vector>

namespace loop::statistics {

/// As many rows as there are unknowns: their coefficients, then the right side.
using Equations = std::vector<std::vector<double>>;

/// Returns the unknowns. Empty if the equations have no unique solution: coefficients should be of the order
/// of 1, as pivots below 1e-12 count as none.
std::optional<std::vector<double>> solve(Equations equations);

} // namespace loop::statistics
