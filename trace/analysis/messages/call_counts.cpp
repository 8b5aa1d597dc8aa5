#include "trace/analysis/messages/call_counts.h"

#include "trace/read/excluded_depth.h"

#include <algorithm>
#include <limits>

namespace loop::report {

namespace {

/// Saturates, as a file may contain any numbers.
void add(std::int64_t& sum, std::int64_t count) {
    if (__builtin_add_overflow(sum, count, &sum)) sum = std::numeric_limits<std::int64_t>::max();
}

void add(CallCounts& sum, const CallCounts& counts) {
    for (const auto member : {&CallCounts::calls, &CallCounts::messages_sent, &CallCounts::bytes_sent,
                              &CallCounts::messages_received, &CallCounts::bytes_received,
                              &CallCounts::collective_bytes_given, &CallCounts::collective_bytes_got})
        add(sum.*member, counts.*member);
}

void add_event(CallCounts& sum, const Event& event) {
    if (event.kind == EventKind::Enter) ++sum.calls;
    if (event.kind == EventKind::Send) {
        ++sum.messages_sent;
        add(sum.bytes_sent, event.bytes);
    }
    if (event.kind == EventKind::Receive) {
        ++sum.messages_received;
        add(sum.bytes_received, event.bytes);
    }
}

void add_events(const Trace& trace, const RankTrace& rank, std::vector<CallCounts>& by_site) {
    ExcludedDepth excluded;
    for (const Event& event : rank.events) {
        excluded.pass(event);
        if (!excluded.is_measured() || event.site >= by_site.size()) continue;
        if (trace.sites[event.site].kind == SiteKind::Mpi) add_event(by_site[event.site], event);
    }
}

} // namespace

std::vector<CallCounts> call_counts_of(const Trace& trace) {
    std::vector<CallCounts> by_site(trace.sites.size());
    for (std::uint32_t site = 0; site < by_site.size(); ++site)
        by_site[site].site = site;
    for (const RankTrace& rank : trace.ranks) {
        if (!rank.counts_calls) add_events(trace, rank, by_site);
        for (const CallCounts& counts : rank.call_counts)
            if (counts.site < by_site.size()) add(by_site[counts.site], counts);
    }
    return by_site;
}

bool all_calls_are_counted(const Trace& trace) {
    return std::all_of(trace.ranks.begin(), trace.ranks.end(), [](const RankTrace& rank) {
        return rank.present && (rank.complete || rank.counts_calls);
    });
}

} // namespace loop::report
