#include "report/analysis/states/breaks.h"

#include "report/trace/parallel.h"

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t max_breaks = 2000;
/// Each break must be longer than this share of the measured time; if there are many, each may be shorter.
constexpr double min_share = 0.02, min_share_of_all = 0.2;
constexpr double min_gain = 0.1; ///< min share of the range that the breaks take together

bool is_known(const RankStates& rank) {
    return rank.changes.size() > 1 || (!rank.changes.empty() && rank.changes[0].state != State::Unknown);
}

std::vector<TimeRange> excluded_of(const RankStates& rank, TimeRange range) {
    std::vector<TimeRange> result;
    for (std::size_t i = 0; i < rank.changes.size(); ++i) {
        if (rank.changes[i].state != State::Excluded) continue;
        const std::int64_t end = i + 1 < rank.changes.size() ? rank.changes[i + 1].time_ns : rank.end_ns;
        const TimeRange part{std::max<std::int64_t>(rank.changes[i].time_ns, range.begin_ns),
                             std::min(end, range.end_ns)};
        if (part.length_ns() > 0) result.push_back(part);
    }
    return result;
}

std::vector<TimeRange> common(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b) {
    std::vector<TimeRange> result;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const TimeRange part{std::max(a[i].begin_ns, b[j].begin_ns), std::min(a[i].end_ns, b[j].end_ns)};
        if (part.length_ns() > 0) result.push_back(part);
        (a[i].end_ns < b[j].end_ns ? i : j)++;
    }
    return result;
}

std::int64_t length_of(const std::vector<TimeRange>& ranges) {
    std::int64_t sum = 0;
    for (const TimeRange& range : ranges)
        sum += range.length_ns();
    return sum;
}

} // namespace

std::vector<TimeRange> excluded_on_all_ranks(const std::vector<RankStates>& ranks, TimeRange range) {
    std::vector<std::vector<TimeRange>> by_rank(ranks.size());
    parallel_for(ranks.size(), [&](std::size_t rank) { by_rank[rank] = excluded_of(ranks[rank], range); });
    std::vector<TimeRange> result;
    bool first = true;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        if (!is_known(ranks[rank])) continue;
        result = first ? by_rank[rank] : common(result, by_rank[rank]);
        first = false;
    }
    return result;
}

Breaks breaks_of(const std::vector<RankStates>& ranks, TimeRange range) {
    std::vector<TimeRange> stretches = excluded_on_all_ranks(ranks, range);
    const auto measured = static_cast<double>(range.length_ns() - length_of(stretches));
    if (measured <= 0) return {};
    std::sort(stretches.begin(), stretches.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.length_ns() > b.length_ns(); });
    stretches.resize(std::min(stretches.size(), max_breaks));
    while (!stretches.empty()) {
        const double needed = std::min(min_share, min_share_of_all / static_cast<double>(stretches.size()));
        if (static_cast<double>(stretches.back().length_ns()) > needed * measured) break;
        stretches.pop_back();
    }
    if (static_cast<double>(length_of(stretches)) < min_gain * static_cast<double>(range.length_ns()))
        return {};
    std::sort(stretches.begin(), stretches.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin_ns < b.begin_ns; });
    return Breaks(std::move(stretches));
}

} // namespace loop::report
