#pragma once

#include "derive/helpers.h"

#include <optional>

/// Conditions on a rank `r`, which hold on each number of ranks that a program was recorded on.
namespace loop::report::derive {

struct Condition {
    std::string text;
    std::function<bool(int r, int p)> holds;
};

/// Whether something should hold for a rank: 1, 0, or -1 if that does not matter; by number of ranks.
using Wish = std::vector<std::vector<int>>;

bool matches(const Condition& condition, const Wish& wish);

/// Conditions on coordinates in grids of all ranks, and on the first and last ranks.
std::vector<Condition> grid_conditions(const Counts& counts);

/// A condition that holds as wished for. Nothing if none was found.
std::optional<std::string> condition_for(const Wish& wish);

/// For which ranks something holds, by number of ranks.
using Holds = std::vector<std::vector<bool>>;

/// A condition that holds for exactly these ranks, some but not all of them. Nothing if none was found.
std::optional<std::string> condition_on(const Holds& holds);

/// The same, but only the first or last rank, those in between, every second one, or half of them: a
/// condition that no noise looks like.
std::optional<std::string> plain_condition_on(const Holds& holds);

} // namespace loop::report::derive
