#include "base/formats/numbers.h"

#include <fmt/core.h>

#include <cmath>

namespace loop::formats {

Json json_number(const std::optional<double>& value) {
    if (!value) return nullptr;
    if (std::isfinite(*value)) return *value;
    return std::isnan(*value) ? "nan" : *value > 0 ? "inf" : "-inf";
}

Json json_interval(const std::optional<std::pair<double, double>>& interval) {
    if (!interval) return nullptr;
    return {json_number(interval->first), json_number(interval->second)};
}

std::string exact_text(const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : "";
}

std::optional<double> number_of(const Json& value) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (value.is_number()) return value.get<double>();
    for (const double word : {std::nan(""), infinite, -infinite})
        if (value == json_number(word)) return word;
    return std::nullopt;
}

} // namespace loop::formats
