#pragma once

#include <vector>

namespace loop::runtime::bsp {

// Collective. Returns how many bytes of the L1 (data), L2, and L3 cache a rank may fill if the ranks of a
// host share its caches evenly; 0: unknown. The min over ranks. All are 0 on a simulated machine.
std::vector<double> caches_of_a_rank();

} // namespace loop::runtime::bsp
