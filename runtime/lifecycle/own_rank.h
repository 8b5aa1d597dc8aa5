#pragma once

#include <loop/site.h>

namespace loop::runtime {

// Ends the run if host code calls this function before \OPEN0.
void require_opened(const char* function, const Site& site);

} // namespace loop::runtime
