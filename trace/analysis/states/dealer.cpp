#include "trace/analysis/states/dealer.h"

#include "trace/analysis/states/site_times.h"

#include <algorithm>

namespace loop::report {

namespace {

bool only_deals(const Trace& trace, const std::vector<RankStates>& states, const StateTimes& times,
                std::size_t rank) {
    constexpr std::int64_t next_to_nothing = 20, much = 4; // parts of the measured time
    if (times.measured_ns() == 0 || times.of(State::Busy) > times.measured_ns() / next_to_nothing)
        return false;
    const SiteTimes sites = site_times(trace, states, rank);
    std::int64_t dealing_ns = 0;
    for (std::uint32_t site = 0; site < sites.by_site.size(); ++site)
        if (is_deal(trace, site)) dealing_ns += sites.by_site[site].measured_ns();
    return much * dealing_ns >= times.measured_ns();
}

std::ptrdiff_t received_there(const Trace& trace, std::size_t rank) {
    const std::vector<Event>& events = trace.ranks[rank].events;
    return std::count_if(events.begin(), events.end(), [&](const Event& event) {
        return event.kind == EventKind::Receive && is_deal(trace, event.site);
    });
}

} // namespace

bool is_deal(const Trace& trace, std::uint32_t site) {
    return site < trace.sites.size() && trace.sites[site].construct == "DEAL";
}

std::optional<int> dealer_of(const Trace& trace, const std::vector<RankStates>& states,
                             const std::vector<StateTimes>& times_by_rank) {
    const bool deals = std::any_of(trace.sites.begin(), trace.sites.end(),
                                   [](const TraceSite& site) { return site.construct == "DEAL"; });
    if (!deals || times_by_rank.empty()) return std::nullopt;
    std::vector<std::ptrdiff_t> received;
    for (std::size_t rank = 0; rank < times_by_rank.size(); ++rank)
        received.push_back(received_there(trace, rank));
    const std::ptrdiff_t most = *std::max_element(received.begin(), received.end());
    for (std::size_t rank = 0; rank < received.size(); ++rank)
        if (received[rank] == most && only_deals(trace, states, times_by_rank[rank], rank))
            return static_cast<int>(rank);
    return std::nullopt;
}

} // namespace loop::report
