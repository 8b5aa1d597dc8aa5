#pragma once

#include "base/text/json.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace loop::formats {

/// A figure for a JSON file: null where there is none, "nan", "inf" or "-inf" where JSON has no number.
Json json_number(const std::optional<double>& value);
/// Its two ends, or null.
Json json_interval(const std::optional<std::pair<double, double>>& interval);
/// What json_number() has written; nothing for anything else.
std::optional<double> number_of(const Json& value);

/// A number of a JSON file as `Number`, the nearest one where that holds no such number.
template <typename Number>
Number nearest_number(const Json& value) {
    if constexpr (std::is_integral_v<Number>) {
        using Limits = std::numeric_limits<Number>;
        if (value.is_number_unsigned())
            return static_cast<Number>(
                std::min<std::uint64_t>(value.get<std::uint64_t>(), static_cast<std::uint64_t>(Limits::max())));
        const double number = value.get<double>();
        if (!(number > static_cast<double>(Limits::min()))) return Limits::min();
        if (!(number < static_cast<double>(Limits::max()))) return Limits::max();
    }
    return value.get<Number>();
}

} // namespace loop::formats
