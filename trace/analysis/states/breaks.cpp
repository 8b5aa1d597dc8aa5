#include "trace/analysis/states/breaks.h"

#include "trace/read/open_sites.h"
#include "trace/read/parallel.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

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

/// Joins ranges that touch or overlap.
std::vector<TimeRange> joined(std::vector<TimeRange> ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin_ns < b.begin_ns; });
    std::vector<TimeRange> result;
    for (const TimeRange& range : ranges)
        if (!result.empty() && range.begin_ns <= result.back().end_ns)
            result.back().end_ns = std::max(result.back().end_ns, range.end_ns);
        else
            result.push_back(range);
    return result;
}

/// The stretches that every rank spends unmeasured, or between recorded parts of a kernel.
std::vector<TimeRange> outside_on_all_ranks(const std::vector<RankStates>& ranks, TimeRange range,
                                            const std::vector<std::vector<TimeRange>>& between_parts) {
    std::vector<std::vector<TimeRange>> by_rank(ranks.size());
    parallel_for(ranks.size(), [&](std::size_t rank) {
        by_rank[rank] = excluded_of(ranks[rank], range);
        if (rank >= between_parts.size() || between_parts[rank].empty()) return;
        by_rank[rank].insert(by_rank[rank].end(), between_parts[rank].begin(), between_parts[rank].end());
        by_rank[rank] = joined(std::move(by_rank[rank]));
    });
    std::vector<TimeRange> result;
    bool first = true;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        if (!is_known(ranks[rank])) continue;
        result = first ? by_rank[rank] : common(result, by_rank[rank]);
        first = false;
    }
    return result;
}

/// Whether each site is a kernel with parts.
std::vector<char> sites_with_parts(const Trace& trace) {
    std::set<std::tuple<std::string, std::string, int, int>> kernels;
    const auto place = [](const TraceSite& site) {
        return std::make_tuple(site.construct, site.file, site.line, site.column);
    };
    for (const TraceSite& site : trace.sites)
        if (is_part(site)) kernels.insert(place(site));
    std::vector<char> result;
    for (const TraceSite& site : trace.sites)
        result.push_back(!is_part(site) && kernels.count(place(site)) > 0 ? 1 : 0);
    return result;
}

std::vector<TimeRange> between_parts_of(const RankTrace& rank, const std::vector<char>& has_parts) {
    std::vector<TimeRange> result;
    if (!rank.gaps.empty()) return result; // the open sites are not known everywhere
    OpenSites open;
    std::int64_t begin_ns = 0;
    bool is_between = false;
    for (const Event& event : rank.events) {
        if (event.kind == EventKind::Enter)
            open.enter(event.site);
        else if (event.kind == EventKind::Leave)
            open.leave(event.site);
        else
            continue;
        const bool now = !open.empty() && has_parts[open.innermost()] != 0;
        if (now == is_between) continue;
        if (is_between) result.push_back({begin_ns, event.time_ns});
        begin_ns = event.time_ns;
        is_between = now;
    }
    return result;
}

bool touches_any(const std::vector<std::vector<TimeRange>>& by_rank, const TimeRange& range) {
    return std::any_of(by_rank.begin(), by_rank.end(), [&](const std::vector<TimeRange>& ranges) {
        const auto after =
            std::upper_bound(ranges.begin(), ranges.end(), range.begin_ns,
                             [](std::int64_t time, const TimeRange& one) { return time < one.end_ns; });
        return after != ranges.end() && after->begin_ns < range.end_ns;
    });
}

std::int64_t length_of(const std::vector<TimeRange>& ranges) {
    std::int64_t sum = 0;
    for (const TimeRange& range : ranges)
        sum += range.length_ns();
    return sum;
}

} // namespace

std::vector<TimeRange> excluded_on_all_ranks(const std::vector<RankStates>& ranks, TimeRange range) {
    return outside_on_all_ranks(ranks, range, {});
}

std::vector<std::vector<TimeRange>> between_parts(const Trace& trace) {
    const std::vector<char> has_parts = sites_with_parts(trace);
    std::vector<std::vector<TimeRange>> result(trace.ranks.size());
    if (std::find(has_parts.begin(), has_parts.end(), 1) == has_parts.end()) return result;
    parallel_for(result.size(),
                 [&](std::size_t rank) { result[rank] = between_parts_of(trace.ranks[rank], has_parts); });
    return result;
}

Breaks breaks_of(const std::vector<RankStates>& ranks, TimeRange range,
                 const std::vector<std::vector<TimeRange>>& between_parts) {
    std::vector<TimeRange> stretches = outside_on_all_ranks(ranks, range, between_parts);
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
    std::vector<char> unrecorded;
    for (const TimeRange& stretch : stretches)
        unrecorded.push_back(touches_any(between_parts, stretch) ? 1 : 0);
    return Breaks(std::move(stretches), std::move(unrecorded));
}

} // namespace loop::report
