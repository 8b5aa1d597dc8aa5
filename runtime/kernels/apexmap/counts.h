#pragma once

#include "comm/sites.h"

namespace loop::runtime::apexmap {

// What one rank did while the clock ran.
struct Counts {
    double sum = 0;       // of the words
    long long remote = 0; // blocks that lay on other ranks
    long long served = 0; // requests of other ranks
    long long waits = 0;  // times that nothing was left to do but to wait
    Traffic traffic;
};

} // namespace loop::runtime::apexmap
