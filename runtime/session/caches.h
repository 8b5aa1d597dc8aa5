#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace loop::runtime {

// The bytes of L1, L2 and L3 that this rank may fill if the ranks of its host share its caches evenly; 0:
// unknown. All are 0 on a simulated machine. Local; read once.
const std::vector<double>& caches_of_this_rank();

// loop::memory_level() and loop::bytes_beyond_caches() with these caches.
std::string level_of(double bytes, const std::vector<double>& caches);
double beyond(const std::vector<double>& caches);

} // namespace loop::runtime
