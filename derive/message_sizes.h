#pragma once

#include "derive/formulas.h"
#include "derive/values.h"

namespace loop::report::derive {

/// The size of a message by its pair.
using SizeOf = std::function<long long(std::size_t which, const Pair& pair)>;

/// The sizes of messages from one place: one on each number of ranks, or two and which senders have the first
/// one.
struct PlaceSizes {
    std::string condition{};  ///< empty: all have the first one
    Values sizes{}, others{}; ///< by number of ranks; below 0: no sender has it there
};

/// By place of the formula. Nothing if sizes depend on the sender in another way.
std::optional<std::vector<PlaceSizes>> place_sizes(const PairFormula& formula, const SizeOf& size_of,
                                                   const Counts& counts);

} // namespace loop::report::derive
