#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <utility>

namespace loop::report {

/// A figure for a JSON file: null where there is none, "nan", "inf" or "-inf" where JSON has no number.
nlohmann::ordered_json json_number(const std::optional<double>& value);
/// Its two ends, or null.
nlohmann::ordered_json json_interval(const std::optional<std::pair<double, double>>& interval);

} // namespace loop::report
