#include "trace/analysis/waits/inferred_waits.h"

#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/message_index.h"
#include "trace/analysis/messages/operation_time.h"
#include "trace/read/parallel.h"

#include <algorithm>

namespace loop::report {

namespace {

/// A wait to insert before an event.
struct NewWait {
    std::uint32_t before; ///< index of the event
    std::int64_t begin_ns;
    std::int64_t resume_ns; ///< when the wait ends, if no message ends it
    bool resumes;
    std::int32_t partner;
};

Event waiting_event(const NewWait& wait, const Event& pattern, EventKind kind, std::int64_t time_ns) {
    Event event{};
    event.kind = kind;
    event.time_ns = time_ns;
    event.site = pattern.site;
    event.partner = kind == EventKind::Wait ? wait.partner : no_partner;
    return event;
}

std::vector<NewWait> waits_of(const Trace& trace, int rank, const Messages& messages,
                              const MessageIndex& index, const Collectives& collectives) {
    std::vector<NewWait> waits;
    const std::vector<Event>& events = trace.ranks[static_cast<std::size_t>(rank)].events;
    for (std::uint32_t i = 1; i < events.size(); ++i) {
        const std::int64_t earliest = events[i - 1].time_ns;
        if (events[i].kind == EventKind::Receive) {
            const std::uint32_t message = index.of_receive(rank, i);
            const std::int64_t begin = std::max(earliest, receive_time(events, i).begin_ns);
            if (message != no_event && messages.matched[message].sent_ns > begin && begin < events[i].time_ns)
                waits.push_back({i, begin, 0, false, events[i].partner});
        } else if (events[i].kind == EventKind::Collective) {
            const CollectivePart* const part = collectives.part_of(rank, i);
            const Needed needed = needed_by(trace, collectives, *part);
            const std::int64_t begin = std::max(earliest, part->begin_ns);
            const std::int64_t end = std::min(needed.begin_ns, events[i].time_ns);
            if (needed.rank != no_partner && end > begin) waits.push_back({i, begin, end, true, needed.rank});
        }
    }
    return waits;
}

void insert(std::vector<Event>& events, const std::vector<NewWait>& waits) {
    if (waits.empty()) return;
    std::vector<Event> result;
    result.reserve(events.size() + 2 * waits.size());
    auto next = waits.begin();
    for (std::uint32_t i = 0; i < events.size(); ++i) {
        if (next != waits.end() && next->before == i) {
            result.push_back(waiting_event(*next, events[i], EventKind::Wait, next->begin_ns));
            if (next->resumes)
                result.push_back(waiting_event(*next, events[i], EventKind::Resume, next->resume_ns));
            ++next;
        }
        result.push_back(events[i]);
    }
    events = std::move(result);
}

} // namespace

bool has_waits(const Trace& trace) {
    return std::any_of(trace.ranks.begin(), trace.ranks.end(), [](const RankTrace& rank) {
        return std::any_of(rank.events.begin(), rank.events.end(),
                           [](const Event& event) { return event.kind == EventKind::Wait; });
    });
}

void infer_waits(Trace& trace) {
    const Messages messages = match_messages(trace);
    const MessageIndex index(messages, trace.ranks.size());
    const Collectives collectives = match_collectives(trace);
    std::vector<std::vector<NewWait>> waits(trace.ranks.size());
    parallel_for(waits.size(), [&](std::size_t rank) {
        waits[rank] = waits_of(trace, static_cast<int>(rank), messages, index, collectives);
    });
    parallel_for(waits.size(), [&](std::size_t rank) { insert(trace.ranks[rank].events, waits[rank]); });
}

} // namespace loop::report
