#pragma once

#include "kernels/clue/strip.h"

namespace loop::runtime::clue {

// The next state of all cells of a strip whose edge rows and row ends are there: the mean of the neighbours,
// added one after the other from above left to below right, integers truncated. `before` of the strip is
// read, `now` written, with the ends of its rows. `first_cell` is the number of the strip's first cell in the
// whole grid. For float, double, int32_t and int64_t.
template <class T>
void transition(const Strip<T>& strip, const Parameters& p, std::uint64_t first_cell);

} // namespace loop::runtime::clue
