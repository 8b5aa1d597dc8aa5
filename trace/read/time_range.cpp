#include "trace/read/time_range.h"

#include <algorithm>
#include <utility>

namespace loop::report {

TimeRange whole(const Trace& trace) {
    return {trace.begin_ns(), trace.end_ns()};
}

Breaks::Breaks(std::vector<TimeRange> ranges, std::vector<char> unrecorded)
    : ranges_(std::move(ranges)), unrecorded_(std::move(unrecorded)) {
    std::int64_t sum = 0;
    for (const TimeRange& range : ranges_) {
        before_.push_back(sum);
        sum += range.length_ns();
    }
}

bool Breaks::has_unrecorded() const {
    return std::find(unrecorded_.begin(), unrecorded_.end(), 1) != unrecorded_.end();
}

std::int64_t Breaks::without_breaks(std::int64_t time_ns) const {
    const auto after =
        std::upper_bound(ranges_.begin(), ranges_.end(), time_ns,
                         [](std::int64_t time, const TimeRange& range) { return time < range.begin_ns; });
    if (after == ranges_.begin()) return time_ns;
    const auto last = static_cast<std::size_t>(after - ranges_.begin()) - 1;
    return std::max(time_ns, ranges_[last].end_ns) - ranges_[last].length_ns() - before_[last];
}

std::int64_t Breaks::time(std::int64_t shown_ns) const {
    // The breaks begin at ascending shown times.
    std::size_t low = 0, high = ranges_.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (ranges_[middle].begin_ns - before_[middle] <= shown_ns)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? shown_ns : shown_ns + before_[low - 1] + ranges_[low - 1].length_ns();
}

std::int64_t Breaks::length_in(TimeRange range) const {
    return range.length_ns() - shown(range).length_ns();
}

TimeGrid::TimeGrid(TimeRange whole_range, std::size_t bin_count, Breaks left_out)
    : range(whole_range), bins(bin_count), breaks(std::move(left_out)), shown(breaks.shown(range)),
      edges_(bin_count + 1) {
    const auto count = static_cast<std::int64_t>(bins);
    const std::int64_t each = shown.length_ns() / count, rest = shown.length_ns() % count;
    // Avoids a product that could overflow. The remainder is distributed evenly over the bins.
    for (std::int64_t k = 0; k <= count; ++k)
        edges_[static_cast<std::size_t>(k)] = shown.begin_ns + each * k + rest * k / count;
}

std::size_t TimeGrid::bin_of(std::int64_t shown_ns) const {
    if (shown.length_ns() == 0 || shown_ns <= shown.begin_ns) return 0;
    if (shown_ns >= shown.end_ns) return bins - 1;
    const double part =
        static_cast<double>(shown_ns - shown.begin_ns) / static_cast<double>(shown.length_ns());
    auto guess = std::min(bins - 1, static_cast<std::size_t>(part * static_cast<double>(bins)));
    while (guess > 0 && shown_ns < edges_[guess])
        --guess;
    while (guess + 1 < bins && shown_ns >= edges_[guess + 1])
        ++guess;
    return guess;
}

} // namespace loop::report
