#pragma once

#include "report/surface/published.h"

namespace loop::cli {

/// Reads what LOOP knows of published surfaces (machines/published). Throws Failure (InputOutput).
report::Published published_surfaces();

} // namespace loop::cli
