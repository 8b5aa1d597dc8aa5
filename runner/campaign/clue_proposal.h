#pragma once

#include "runner/campaign/clue.h"
#include "runner/profile/profile.h"

namespace loop::runner {

/// The maximum side of the grid in a quick run, in cells.
constexpr long long quick_side = 1500;

/// Fills in missing settings: ranks from the profile or the available cores; memory and cache per rank from
/// this host if the profile launches here, otherwise from the profile; the grid from them (ideal_side), at
/// most `max_side`. Throws Failure (Usage) if the memory is unknown or too small for the grid.
ClueSettings proposed(ClueSettings settings, const MachineProfile& profile,
                      std::optional<long long> max_side);

/// Describes the grid and the memory and cache it is derived from. All settings must be filled in.
std::string grid_text(const ClueSettings& settings);

} // namespace loop::runner
