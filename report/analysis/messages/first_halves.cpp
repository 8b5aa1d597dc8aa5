#include "report/analysis/messages/first_halves.h"

#include <algorithm>

namespace loop::report {

FirstHalves::FirstHalves(const Trace& trace, std::size_t rank) : halves_(trace.sites.size()) {
    for (const Event& event : trace.ranks[rank].events) {
        if (event.site >= trace.sites.size() || trace.sites[event.site].kind != SiteKind::Construct) continue;
        std::vector<Half>& halves = halves_[event.site];
        if (event.kind == EventKind::Enter) halves.push_back({event.time_ns, false});
        const bool ends = event.kind == EventKind::Receive || event.kind == EventKind::Collective;
        if (ends && !halves.empty()) halves.back().ends = true;
    }
}

std::int64_t FirstHalves::begin_ns(std::uint32_t site, std::int64_t time_ns) const {
    if (site >= halves_.size()) return time_ns;
    const std::vector<Half>& halves = halves_[site];
    const auto after =
        std::upper_bound(halves.begin(), halves.end(), time_ns,
                         [](std::int64_t time, const Half& half) { return time < half.begin_ns; });
    if (after == halves.begin()) return time_ns;
    const auto own = std::prev(after);
    if (own == halves.begin() || std::prev(own)->ends) return own->begin_ns;
    return std::prev(own)->begin_ns;
}

} // namespace loop::report
