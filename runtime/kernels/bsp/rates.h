#pragma once

#include "kernels/kernel_trace.h"
#include "kernels/results.h"

#include <loop/kernels.h>

#include <cstdint>
#include <vector>

// What bspbench measures as r: operations per second.
namespace loop::runtime::bsp {

// Mflop/s over the ranks. Mean 0: the clock is too coarse.
struct Rate {
    double mean = 0, least = 0, most = 0;
};

struct LevelRate {
    int level;    // of cache, or memory_level
    double cache; // bytes that a rank may fill
    double n;     // elements of each of the three vectors
    Rate rate;
};

struct Rates {
    std::vector<double> n; // elements of the vectors
    std::vector<Rate> daxpy;
    std::vector<LevelRate> levels;
    Rate scalar, dgemm;
    std::vector<double> caches;  // of L1, L2, L3 that a rank may fill; 0: unknown
    double most_level_bytes = 0; // that the vectors of a level may take
    bool measurable = true;      // by this clock
    bool holds = true;           // whether the DAXPYs are right
    bool operations_hold = true; // whether scalar operations and DGEMM are
    const Rate& r() const { return daxpy.back(); }
};

// Collective.
Rates measure_rates(const BspBench& asked, std::int64_t step_ns, KernelTrace& recorded);

// On rank 0.
void tell_rates(const Rates& rates, const BspBench& asked, const KernelResults& result);

} // namespace loop::runtime::bsp
