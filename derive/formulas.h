#pragma once

#include "derive/conditions.h"

#include <optional>
#include <utility>

/// The shortest formulas of a rank `r` and the number of ranks `nodes` for what depends on the rank. They
/// hold on each number of ranks that a program was recorded on.
namespace loop::report::derive {

/// A sender and a receiver.
using Pair = std::pair<int, int>;
using Pairs = std::vector<Pair>;

struct PairFormula {
    std::vector<std::string> receivers; ///< of `r`, by place: "(r + 1) % nodes"
    std::string condition;              ///< which ranks send; empty: all
    /// What the formulas give, by number of ranks, sender, and place; -1: no rank.
    std::vector<std::vector<std::vector<int>>> values{};
};

/// The fewest formulas that give exactly these pairs, of which some may occur several times. Nothing if none
/// was found.
std::optional<PairFormula> pair_formula(const std::vector<Pairs>& pairs, const Counts& counts);
std::optional<PairFormula> pair_formula(const Pairs& pairs, int ranks);

/// A formula of `r` for the group of each rank; members of a group have equal numbers, -1 are in none.
std::optional<std::string> group_formula(std::vector<std::vector<int>> groups);

} // namespace loop::report::derive
