#pragma once

#include "base/statistics/order_statistics.h"

#include "base/text/json.h"

#include <vector>

namespace loop::runner {

using statistics::median;

/// {"min", "median", "max"}; null for no values.
Json spread(const std::vector<double>& values);

} // namespace loop::runner
