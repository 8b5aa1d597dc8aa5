#include "report/analysis/waits/usual_transit.h"

#include <algorithm>
#include <limits>

namespace loop::report {

void UsualTransit::settle() {
    std::sort(seen_.begin(), seen_.end());
    for (auto first = seen_.begin(); first != seen_.end();) {
        const auto end = std::upper_bound(first, seen_.end(),
                                          std::pair(first->first, std::numeric_limits<std::int64_t>::max()));
        medians_.push_back(*(first + (end - first) / 2));
        first = end;
    }
    seen_.clear();
}

std::optional<std::int64_t> UsualTransit::of(std::int64_t bytes) const {
    const auto larger = std::upper_bound(medians_.begin(), medians_.end(),
                                         std::pair(bytes, std::numeric_limits<std::int64_t>::max()));
    if (larger == medians_.begin() || 2 * std::prev(larger)->first < bytes) return std::nullopt;
    return std::prev(larger)->second;
}

} // namespace loop::report
