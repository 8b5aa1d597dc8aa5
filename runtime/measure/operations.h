#pragma once

namespace loop::runtime {

// Adds to the operations and bytes that the program declares, unless they are within \FLOPS.
void count_work(double operations, double bytes);

} // namespace loop::runtime
