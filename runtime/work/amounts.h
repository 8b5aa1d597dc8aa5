#pragma once

#include <loop/site.h>

namespace loop::runtime {

// The amounts of \WORK. These end the run if an amount is impossible.
void require_seconds(double seconds, const char* argument, const Site& site);
long long whole_operations(double count, const Site& site);
void require_bytes(long long bytes, long long stride, const Site& site);

} // namespace loop::runtime
