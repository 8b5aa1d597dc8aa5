#pragma once

#include "kernels/clue/strip.h"

namespace loop::runtime::clue {

// Computes the next state of all cells of a strip whose edge rows and row ends are set: the mean of the
// neighbors, added in the order from top left to bottom right; integers are truncated. Reads the previous
// state and writes the current one, including the ends of its rows. `first_cell` is the index of the strip's
// first cell in the whole grid. For float, double, int32_t, and int64_t.
template <class T>
void transition(const Strip<T>& strip, const Parameters& p, std::uint64_t first_cell);

} // namespace loop::runtime::clue
