#include "trace/analysis/waits/late_partners.h"

#include "trace/analysis/states/dealer.h"
#include "trace/analysis/waits/waits.h"
#include "trace/read/excluded_depth.h"
#include "trace/read/open_sites.h"

#include <algorithm>

namespace loop::report {

namespace {

Distribution& distribution(LatePartnerTimes& times, WaitCause::Kind kind) {
    if (kind == WaitCause::Kind::Message) return times.late_sender_ns;
    return kind == WaitCause::Kind::Receiver ? times.late_receiver_ns : times.late_collective_ns;
}

/// Finds the site where the late rank spent most of the longest wait.
void find_late_ranks_place(const Trace& trace, LongestWait& wait) {
    if (wait.rank == no_partner) return;
    const RankTrace& late_rank = trace.ranks[static_cast<std::size_t>(wait.late_rank)];
    const std::int64_t until = wait.begin_ns + wait.late_ns;
    std::vector<std::int64_t> by_site(trace.sites.size() + 1); // the last element is host code
    OpenSites open;
    std::int64_t from = late_rank.begin_ns;
    const auto add_until = [&](std::int64_t to) {
        const std::int64_t time = std::min(to, until) - std::max(from, wait.begin_ns);
        const std::size_t site = std::min<std::size_t>(open.innermost(), trace.sites.size());
        if (time > 0) by_site[site] += time;
        from = to;
    };
    for (const Event& event : late_rank.events) {
        add_until(event.time_ns);
        if (event.time_ns >= until) break;
        if (event.kind == EventKind::Enter) open.enter(event.site);
        if (event.kind == EventKind::Leave) open.leave(event.site);
    }
    add_until(late_rank.end_ns);
    const auto longest = std::max_element(by_site.begin(), by_site.end());
    const auto site = static_cast<std::size_t>(longest - by_site.begin());
    wait.late_rank_site = site < trace.sites.size() ? static_cast<std::uint32_t>(site) : no_site;
    wait.late_rank_ns = *longest;
}

} // namespace

LatePartners no_late_partners(std::size_t ranks) {
    LatePartners result;
    result.suffered_by_rank.resize(ranks);
    result.caused_by_rank.resize(ranks);
    result.transit_by_rank_ns.resize(ranks);
    return result;
}

LatePartners late_partners_of(const Trace& trace, const Messages& messages, const Collectives& collectives,
                              const std::optional<int>& dealer) {
    const MessageIndex index(messages, trace.ranks.size());
    const WaitFinder finder(trace, messages, index, collectives);
    LatePartners result = no_late_partners(trace.ranks.size());
    for (const RankTrace& rank : trace.ranks) {
        ExcludedDepth excluded; // waits while the measurement is suspended are not counted
        for (std::uint32_t i = 0; i < rank.events.size(); ++i) {
            excluded.pass(rank.events[i]);
            WaitTime wait{};
            if (!excluded.is_measured() || !finder.ends_wait(rank.rank, i, wait)) continue;
            const WaitCause& cause = wait.cause;
            if (cause.kind == WaitCause::Kind::Unknown) continue;
            const bool is_message = cause.kind == WaitCause::Kind::Message;
            const bool is_operation = cause.kind == WaitCause::Kind::Collective ||
                                      cause.kind == WaitCause::Kind::Root ||
                                      cause.kind == WaitCause::Kind::Nobody;
            if (is_operation || (is_message && has_simulated_clock(trace)))
                result.transit_by_rank_ns[static_cast<std::size_t>(rank.rank)] +=
                    wait.end_ns - std::min(wait.end_ns, std::max(wait.begin_ns, cause.acted_ns));
            if (dealer == rank.rank && is_deal(trace, wait.site)) continue;
            // Only the time until the other rank acted; the rest is the transit of the message.
            const std::int64_t late = std::min(cause.acted_ns, wait.end_ns) - wait.begin_ns;
            if (late <= 0 || cause.rank == no_partner) continue;
            const auto add = [&](LatePartnerTimes& times) { distribution(times, cause.kind).add(late); };
            add(result.suffered_by_rank[static_cast<std::size_t>(rank.rank)]);
            add(result.caused_by_rank[static_cast<std::size_t>(cause.rank)]);
            if (late > result.longest.late_ns)
                result.longest = {rank.rank, cause.rank, wait.begin_ns, late, wait.site, no_site, 0};
        }
    }
    find_late_ranks_place(trace, result.longest);
    return result;
}

} // namespace loop::report
