#include "report/analysis/waits/lateness.h"

#include "report/analysis/waits/waits.h"
#include "report/trace/open_sites.h"

#include <algorithm>

namespace loop::report {

namespace {

Distribution& distribution(Lateness& lateness, WaitCause::Kind kind) {
    if (kind == WaitCause::Kind::Message) return lateness.late_sender_ns;
    return kind == WaitCause::Kind::Receiver ? lateness.late_receiver_ns : lateness.late_comer_ns;
}

/// Where the culprit spent most of the longest wait.
void find_culprits_place(const Trace& trace, LongestWait& wait) {
    if (wait.rank == no_partner) return;
    const RankTrace& culprit = trace.ranks[static_cast<std::size_t>(wait.culprit)];
    const std::int64_t until = wait.begin_ns + wait.late_ns;
    std::vector<std::int64_t> by_site(trace.sites.size() + 1); // the last one: host text
    OpenSites open;
    std::int64_t from = culprit.begin_ns;
    const auto settle = [&](std::int64_t to) {
        const std::int64_t time = std::min(to, until) - std::max(from, wait.begin_ns);
        const std::size_t site = std::min<std::size_t>(open.innermost(), trace.sites.size());
        if (time > 0) by_site[site] += time;
        from = to;
    };
    for (const Event& event : culprit.events) {
        settle(event.time_ns);
        if (event.time_ns >= until) break;
        if (event.kind == EventKind::Enter) open.enter(event.site);
        if (event.kind == EventKind::Leave) open.leave(event.site);
    }
    settle(culprit.end_ns);
    const auto longest = std::max_element(by_site.begin(), by_site.end());
    const auto site = static_cast<std::size_t>(longest - by_site.begin());
    wait.culprit_site = site < trace.sites.size() ? static_cast<std::uint32_t>(site) : no_site;
    wait.culprit_ns = *longest;
}

} // namespace

LatenessStatistics lateness_of(const Trace& trace, const Messages& messages, const Collectives& collectives) {
    const MessageIndex index(messages, trace.ranks.size());
    const WaitFinder finder(trace, messages, index, collectives);
    LatenessStatistics result;
    result.suffered_by_rank.resize(trace.ranks.size());
    result.caused_by_rank.resize(trace.ranks.size());
    for (const RankTrace& rank : trace.ranks) {
        int excluded = 0; // what is waited for while the measurement stands still is nobody's fault
        for (std::uint32_t i = 0; i < rank.events.size(); ++i) {
            if (rank.events[i].kind == EventKind::Excluded) ++excluded;
            if (rank.events[i].kind == EventKind::Included) excluded = std::max(0, excluded - 1);
            WaitTime wait{};
            if (excluded > 0 || !finder.ends_wait(rank.rank, i, wait)) continue;
            const WaitCause& cause = wait.cause;
            if (cause.kind == WaitCause::Kind::Unknown) continue;
            // Only the time before the other one acted; what came after it is the way of the message.
            const std::int64_t late = std::min(cause.acted_ns, wait.end_ns) - wait.begin_ns;
            if (late <= 0) continue;
            const auto add = [&](Lateness& lateness) { distribution(lateness, cause.kind).add(late); };
            add(result.suffered_by_rank[static_cast<std::size_t>(rank.rank)]);
            add(result.caused_by_rank[static_cast<std::size_t>(cause.rank)]);
            if (late > result.longest.late_ns)
                result.longest = {rank.rank, cause.rank, wait.begin_ns, late, wait.site, no_site, 0};
        }
    }
    find_culprits_place(trace, result.longest);
    return result;
}

} // namespace loop::report
