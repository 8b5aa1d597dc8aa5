#pragma once

#include "runner/campaign/clue.h"
#include "runner/profile/profile.h"

namespace loop::runner {

/// The longest side that a first look takes.
constexpr long long quick_side = 1500;

/// Fills in what nobody has said: ranks from the profile or the cores at hand; memory and cache of a rank
/// from this system where the profile launches here, else the memory that the profile tells; the grid by them
/// (ideal_side), no longer than `longest_side`. Failure (Usage) where nobody knows the memory, and for a grid
/// that does not fit into it.
ClueSettings proposed(ClueSettings settings, const MachineProfile& profile,
                      std::optional<long long> longest_side);

/// The grid and what it was chosen by, for reading. Of settings that are filled in.
std::string grid_text(const ClueSettings& settings);

} // namespace loop::runner
