#include "trace/analysis/waits/usual_transit.h"

#include <algorithm>
#include <limits>

namespace loop::report {

namespace {

using Times = std::vector<std::pair<std::int64_t, std::int64_t>>;

std::pair<std::int64_t, std::int64_t> after_size(std::int64_t bytes) {
    return {bytes, std::numeric_limits<std::int64_t>::max()};
}

/// Keeps one of the times of each size: the one at this part of their number, in ascending order.
Times one_of_each_size(Times times, double part) {
    std::sort(times.begin(), times.end());
    Times result;
    for (auto first = times.begin(); first != times.end();) {
        const auto end = std::upper_bound(first, times.end(), after_size(first->first));
        result.push_back(*(first + static_cast<std::ptrdiff_t>(part * static_cast<double>(end - first))));
        first = end;
    }
    return result;
}

std::optional<std::int64_t> of_size(const Times& times, std::int64_t bytes) {
    const auto larger = std::upper_bound(times.begin(), times.end(), after_size(bytes));
    if (larger == times.begin() || 2 * std::prev(larger)->first < bytes) return std::nullopt;
    return std::prev(larger)->second;
}

} // namespace

void UsualTransit::finish() {
    known_ = one_of_each_size(std::move(known_), 0.5);
    bounds_ = one_of_each_size(std::move(bounds_), 0);
}

std::optional<std::int64_t> UsualTransit::of(std::int64_t bytes) const {
    const auto known = of_size(known_, bytes);
    return known ? known : of_size(bounds_, bytes);
}

bool UsualTransit::is_known(std::int64_t bytes) const {
    return of_size(known_, bytes).has_value();
}

} // namespace loop::report
