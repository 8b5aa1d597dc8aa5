#pragma once

#include "runner/campaign/clue.h"
#include "runner/profile/profile.h"

namespace loop::runner {

/// The maximum side of the grid in a quick run, in cells.
constexpr long long quick_side = 1500;

/// Fills in missing settings: ranks from the profile or the available cores; memory, cache, and word from
/// this host if the profile launches here, otherwise from the profile; the grid from them (ideal_side), at
/// most `max_side`. Throws Failure (Usage) if the memory is unknown or too small for the grid, or if the word
/// is needed and unknown.
ClueSettings proposed(ClueSettings settings, const MachineProfile& profile,
                      std::optional<long long> max_side);

/// Describes the grid, and the memory, the cache, and the word of the machine. All settings must be filled
/// in.
std::string grid_text(const ClueSettings& settings);

} // namespace loop::runner
