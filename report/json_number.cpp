#include "report/json_number.h"

#include <cmath>

namespace loop::report {


Json json_number(const std::optional<double>& value) {
    if (!value) return nullptr;
    if (std::isfinite(*value)) return *value;
    return std::isnan(*value) ? "nan" : *value > 0 ? "inf" : "-inf";
}

Json json_interval(const std::optional<std::pair<double, double>>& interval) {
    if (!interval) return nullptr;
    return {json_number(interval->first), json_number(interval->second)};
}

} // namespace loop::report
