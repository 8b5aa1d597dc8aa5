#include "report/trace/time_range.h"

#include <algorithm>

namespace loop::report {

TimeRange whole(const Trace& trace) {
    return {trace.begin_ns(), trace.end_ns()};
}

TimeRange TimeGrid::bin(std::size_t index) const {
    const auto count = static_cast<std::int64_t>(bins);
    const std::int64_t each = range.length_ns() / count, rest = range.length_ns() % count;
    // Avoids a product that could overflow. The remainder is distributed evenly over the bins.
    const auto edge = [&](std::size_t i) {
        const auto k = static_cast<std::int64_t>(i);
        return range.begin_ns + each * k + rest * k / count;
    };
    return {edge(index), edge(index + 1)};
}

std::size_t TimeGrid::bin_of(std::int64_t time_ns) const {
    const std::int64_t length = range.length_ns();
    if (length == 0 || time_ns <= range.begin_ns) return 0;
    if (time_ns >= range.end_ns) return bins - 1;
    const double part = static_cast<double>(time_ns - range.begin_ns) / static_cast<double>(length);
    auto guess = std::min(bins - 1, static_cast<std::size_t>(part * static_cast<double>(bins)));
    while (guess > 0 && time_ns < bin(guess).begin_ns)
        --guess;
    while (guess + 1 < bins && time_ns >= bin(guess).end_ns)
        ++guess;
    return guess;
}

} // namespace loop::report
