#pragma once

#include "kernels/clue/order.h"
#include "kernels/clue/strip.h"

#include <loop/site.h>

namespace loop::runtime::clue {

// Returns the sum of a strip's cells as doubles, row by row.
template <class T>
double sum_of(const Strip<T>& strip);

// Collective, at the end of a run. Compares the strip with the serial reference, bit for bit: all cells if
// the whole grid is small. In a larger grid, compares the last transition, and recomputes some cells at edges
// and corners from their first values. For doubles, the sum over all ranks must still be `first_sum`. Adds a
// note about anything that could not be compared.
template <class T>
void verify_strip(const Parameters& p, const Strip<T>& strip, const Place& place, double first_sum,
                  const Site& site);

} // namespace loop::runtime::clue
