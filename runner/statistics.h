#pragma once

#include "statistics/order_statistics.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace loop::runner {

using statistics::median;

/// {"min", "median", "max"}; null for no values.
nlohmann::ordered_json spread(const std::vector<double>& values);

} // namespace loop::runner
