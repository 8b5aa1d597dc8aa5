#include "report/analysis/lateness.h"

#include "report/analysis/waits.h"

#include <algorithm>

namespace loop::report {

namespace {

Distribution& distribution(Lateness& lateness, WaitCause::Kind kind) {
    if (kind == WaitCause::Kind::Message) return lateness.late_sender_ns;
    return kind == WaitCause::Kind::Receiver ? lateness.late_receiver_ns : lateness.late_comer_ns;
}

} // namespace

LatenessStatistics lateness_of(const Trace& trace, const Messages& messages, const Collectives& collectives) {
    const MessageIndex index(messages, trace.ranks.size());
    const WaitFinder finder(trace, messages, index, collectives);
    LatenessStatistics result;
    result.suffered_by_rank.resize(trace.ranks.size());
    result.caused_by_rank.resize(trace.ranks.size());
    result.by_site.resize(trace.sites.size());
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
            add(result.all);
            add(result.suffered_by_rank[static_cast<std::size_t>(rank.rank)]);
            add(result.caused_by_rank[static_cast<std::size_t>(cause.rank)]);
            if (wait.site < result.by_site.size()) add(result.by_site[wait.site]);
        }
    }
    return result;
}

} // namespace loop::report
