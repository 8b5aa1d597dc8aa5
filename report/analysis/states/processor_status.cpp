#include "report/analysis/states/processor_status.h"

#include "report/trace/open_sites.h"

namespace loop::report {

namespace {

/// What the events up to `time_ns` say of where a rank is.
void find_place(const Trace& trace, const RankTrace& rank, std::int64_t time_ns, ProcessorStatus& status) {
    OpenSites open;
    for (const Event& event : rank.events) {
        if (event.time_ns > time_ns) break;
        switch (event.kind) {
        case EventKind::Enter:
            open.enter(event.site);
            status.sends_to = no_partner;
            break;
        case EventKind::Leave:
            open.leave(event.site);
            status.sends_to = status.waits_for = no_partner;
            break;
        case EventKind::Send:
            status.sends_to = event.partner;
            break;
        case EventKind::Wait:
            status.waits_for = event.partner;
            break;
        case EventKind::Receive:
        case EventKind::Resume:
            status.waits_for = no_partner;
            break;
        case EventKind::Post:
        case EventKind::Mark:
        case EventKind::Collective:
        case EventKind::Excluded:
        case EventKind::Included:
            break;
        }
    }
    for (const std::uint32_t site : open.all())
        (trace.sites[site].kind == SiteKind::Phase ? status.phase : status.site) = site;
}

} // namespace

std::vector<ProcessorStatus> processor_status(const Trace& trace, const std::vector<RankStates>& states,
                                              const Messages& messages, std::int64_t time_ns) {
    std::vector<ProcessorStatus> result(trace.ranks.size());
    for (std::size_t rank = 0; rank < result.size(); ++rank) {
        result[rank].state = state_at(states[rank], time_ns);
        const RankTrace& self = trace.ranks[rank];
        if (time_ns >= self.begin_ns && time_ns < self.end_ns) find_place(trace, self, time_ns, result[rank]);
    }
    for (const Message& message : messages.matched)
        if (message.sent_ns <= time_ns && time_ns < message.received_ns) {
            ProcessorStatus& receiver = result[static_cast<std::size_t>(message.receiver)];
            ++receiver.queued_messages;
            receiver.queued_bytes += message.bytes;
        }
    return result;
}

} // namespace loop::report
