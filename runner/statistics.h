#pragma once

#include <nlohmann/json.hpp>

#include <vector>

namespace loop::runner {

/// Median of at least one value; the mean of the two middle ones for an even count.
double median(std::vector<double> values);

/// {"min", "median", "max"}; null for no values.
nlohmann::ordered_json spread(const std::vector<double>& values);

} // namespace loop::runner
