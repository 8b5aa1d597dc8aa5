#pragma once

#include <loop/declared_work.h>

namespace loop::runtime {

// Adds to what the program declares, unless it is within \FLOPS.
void count_work(const detail::DeclaredWork& work);

} // namespace loop::runtime
