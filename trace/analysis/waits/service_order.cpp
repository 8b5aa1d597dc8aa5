#include "trace/analysis/waits/service_order.h"

#include "trace/analysis/states/dealer.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace loop::report {

namespace {

/// Whether a wait for several ranks in this call of MPI may end with any of their messages.
bool takes_any(const Trace& trace, std::uint32_t site) {
    constexpr std::array<std::string_view, 4> unknown{"MPI_Waitall", "MPI_Testall", "MPI_Test",
                                                      "MPI_Waitsome"};
    return site < trace.sites.size() && trace.sites[site].kind == SiteKind::Mpi &&
           std::find(unknown.begin(), unknown.end(), trace.sites[site].construct) == unknown.end();
}

/// Where a rank receives what comes first: where a wait for any rank ends with a message, or where it
/// receives what it has probed for.
std::set<std::uint32_t> serving_sites(const Trace& trace, const std::vector<Event>& events) {
    std::set<std::uint32_t> sites;
    bool waited_for_any = false;
    for (const Event& event : events) {
        if (event.kind == EventKind::Wait)
            waited_for_any = event.partner == no_partner && takes_any(trace, event.site);
        if (event.kind != EventKind::Receive) continue;
        if (waited_for_any || is_deal(trace, event.site)) sites.insert(event.site);
        waited_for_any = false;
    }
    return sites;
}

/// A message that a rank serves.
struct Served {
    std::int32_t sender;
    std::int64_t arrives_ns;
    std::int64_t ready_ns;  ///< when the rank can take it
    std::int64_t served_ns; ///< when it has it
};

/// In the order of the run, by communicator and tag.
using ServedByKind = std::map<std::pair<std::uint16_t, std::int32_t>, std::vector<Served>>;

ServedByKind served_by(const RankTrace& rank, const std::set<std::uint32_t>& sites, const Messages& messages,
                       const RankDependencies& own, const EventTimes& now) {
    const std::vector<std::int64_t>& times = now[static_cast<std::size_t>(rank.rank)];
    ServedByKind served;
    for (const Dependency& need : own.needs) {
        if (need.message == no_event || need.rank != messages.matched[need.message].sender) continue;
        const Event& event = rank.events[need.event];
        if (event.kind != EventKind::Receive || sites.count(event.site) == 0) continue;
        served[{event.communicator, event.tag}].push_back(
            {need.rank, now[static_cast<std::size_t>(need.rank)][need.on] + need.after_ns,
             need.event > 0 ? times[need.event - 1] : 0, times[need.event]});
    }
    return served;
}

/// By sender: how long its messages wait while the rank serves others that came later.
std::map<std::int32_t, std::int64_t> waits_of_senders(const std::vector<Served>& served) {
    std::vector<std::int64_t> latest; // arrival until each
    std::map<std::int32_t, std::int64_t> waits;
    for (const Served& one : served) {
        const auto later = std::upper_bound(latest.begin(), latest.end(), one.arrives_ns);
        if (later != latest.end()) {
            const Served& before = served[static_cast<std::size_t>(later - latest.begin())];
            waits[one.sender] +=
                std::max<std::int64_t>(0, one.served_ns - std::max(one.arrives_ns, before.ready_ns));
        }
        latest.push_back(latest.empty() ? one.arrives_ns : std::max(latest.back(), one.arrives_ns));
    }
    return waits;
}

} // namespace

std::int64_t waits_for_order_ns(const Trace& trace, const Messages& messages,
                                const std::vector<RankDependencies>& dependencies, const EventTimes& now) {
    std::int64_t longest_ns = 0;
    for (const RankTrace& rank : trace.ranks) {
        const std::set<std::uint32_t> sites = serving_sites(trace, rank.events);
        if (sites.empty()) continue;
        const RankDependencies& own = dependencies[static_cast<std::size_t>(rank.rank)];
        for (const auto& [kind, served] : served_by(rank, sites, messages, own, now))
            for (const auto& [sender, wait_ns] : waits_of_senders(served))
                longest_ns = std::max(longest_ns, wait_ns);
    }
    return longest_ns;
}

} // namespace loop::report
