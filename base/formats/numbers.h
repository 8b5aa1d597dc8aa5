#pragma once

#include "base/text/json.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace loop::formats {

/// A problem in a file: "`payload.faults[0].line` is `0.5`, not a whole number".
struct Problem {
    std::string where;  ///< "payload.faults[0].line"
    std::string member; ///< "line"
    std::string what;   ///< "is `0.5`, not a whole number"

    std::string text() const { return "`" + where + "` " + what; }
};

using Problems = std::vector<Problem>;

/// The number as JSON: null if there is none; "nan", "inf", or "-inf" for values that JSON cannot represent.
Json json_number(const std::optional<double>& value);
/// The two ends of the interval as JSON; null if there is none.
Json json_interval(const std::optional<std::pair<double, double>>& interval);
/// The number with all digits; "" if there is none.
std::string exact_text(const std::optional<double>& value);
/// Reads what json_number() writes; nullopt for anything else.
std::optional<double> number_of(const Json& value);

/// A number of a JSON file as `Number`, clamped to the range of that type.
template <typename Number>
Number nearest_number(const Json& value) {
    if constexpr (std::is_integral_v<Number>) {
        using Limits = std::numeric_limits<Number>;
        if (value.is_number_unsigned())
            return static_cast<Number>(std::min<std::uint64_t>(value.get<std::uint64_t>(),
                                                               static_cast<std::uint64_t>(Limits::max())));
        const double number = value.get<double>();
        if (!(number > static_cast<double>(Limits::min()))) return Limits::min();
        if (!(number < static_cast<double>(Limits::max()))) return Limits::max();
    }
    return value.get<Number>();
}

} // namespace loop::formats
