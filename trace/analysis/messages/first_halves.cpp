#include "trace/analysis/messages/first_halves.h"

#include <algorithm>

namespace loop::report {

FirstHalves::FirstHalves(const Trace& trace, std::size_t rank) : sites_(trace.sites.size()) {
    const bool is_whole = trace.ranks[rank].gaps.empty();
    for (const Event& event : trace.ranks[rank].events) {
        if (event.site >= trace.sites.size() || trace.sites[event.site].kind != SiteKind::Construct) continue;
        Site& site = sites_[event.site];
        if (event.kind == EventKind::Enter) {
            site.halves.push_back({event.time_ns});
            site.started.push_back(event.time_ns);
        }
        const bool is_collective = event.kind == EventKind::Collective;
        if (event.kind == EventKind::Receive || is_collective) end(site, is_collective && is_whole);
    }
}

void FirstHalves::end(Site& site, bool is_collective) {
    if (site.halves.empty()) return;
    Half& half = site.halves.back();
    if (!half.ends && is_collective) {
        half.started_ns = site.started.front();
        site.started.pop_front();
        if (half.started_ns != half.begin_ns) site.started.pop_back(); // this half starts nothing
    }
    half.ends = true;
}

std::int64_t FirstHalves::begin_ns(std::uint32_t site, std::int64_t time_ns) const {
    if (site >= sites_.size()) return time_ns;
    const std::vector<Half>& halves = sites_[site].halves;
    const auto after =
        std::upper_bound(halves.begin(), halves.end(), time_ns,
                         [](std::int64_t time, const Half& half) { return time < half.begin_ns; });
    if (after == halves.begin()) return time_ns;
    const auto own = std::prev(after);
    if (own->started_ns != 0) return own->started_ns;
    if (own == halves.begin() || std::prev(own)->ends) return own->begin_ns;
    return std::prev(own)->begin_ns;
}

} // namespace loop::report
