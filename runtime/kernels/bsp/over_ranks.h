#pragma once

#include <cstdint>

// What the BSP kernels agree on, and how they look at the clock. The first four are collective.
namespace loop::runtime::bsp {

double least_of_ranks(double value);
double most_of_ranks(double value);
double mean_of_ranks(double value);
double of_rank_0(double value);

// The smallest step seen between readings of the clock, in nanoseconds; 1 on a simulated machine.
std::int64_t clock_step_ns();

} // namespace loop::runtime::bsp
