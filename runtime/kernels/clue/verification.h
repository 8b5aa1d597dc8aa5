#pragma once

#include "kernels/clue/order.h"
#include "kernels/clue/strip.h"

#include <loop/site.h>

namespace loop::runtime::clue {

// The sum of a strip's cells, as doubles, row by row.
template <class T>
double sum_of(const Strip<T>& strip);

// Collective, at the end of a run. Compares the strip with the serial reference, bit for bit: all cells where
// the grid of all ranks is small; else the last transition, and cells at edges and corners from their first
// values on. The sum over all ranks, which was `first_sum`, must have stayed for doubles. What could not be
// compared is noted.
template <class T>
void verify_strip(const Parameters& p, const Strip<T>& strip, const Place& place, double first_sum,
                  const Site& site);

} // namespace loop::runtime::clue
