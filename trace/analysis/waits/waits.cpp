#include "trace/analysis/waits/waits.h"

#include "trace/analysis/messages/operation_time.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace loop::report {

namespace {

using Kind = WaitCause::Kind;

bool follows_wait(const std::vector<Event>& events, std::uint32_t event) {
    return event > 0 && events[event - 1].kind == EventKind::Wait;
}

const std::string& name_of(const Trace& trace, std::uint32_t site) {
    static const std::string none;
    return site < trace.sites.size() ? trace.sites[site].construct : none;
}

bool is_probe(const Trace& trace, std::uint32_t site) {
    const std::string& name = name_of(trace, site);
    return name == "MPI_Probe" || name == "MPI_Mprobe";
}

/// Whether a wait at this site is a loop of calls that do not wait.
bool is_polling(const Trace& trace, std::uint32_t site) {
    constexpr std::array<std::string_view, 8> polls{"MPI_Test",
                                                    "MPI_Testall",
                                                    "MPI_Testany",
                                                    "MPI_Testsome",
                                                    "MPI_Iprobe",
                                                    "MPI_Improbe",
                                                    "MPI_Request_get_status",
                                                    "probe0"};
    return std::find(polls.begin(), polls.end(), name_of(trace, site)) != polls.end();
}

/// Whether a Wait and a Resume already recorded how long the Collective at `event` waited.
bool has_recorded_wait(const std::vector<Event>& events, std::uint32_t event) {
    return event > 1 && events[event - 1].kind == EventKind::Resume &&
           events[event - 2].kind == EventKind::Wait;
}

/// The rank that this one waits for in its part.
Needed waits_for(const Trace& trace, const Collectives& collectives, const CollectivePart& part) {
    return part.has_data ? Needed{no_partner, part.begin_ns} : needed_by(trace, collectives, part);
}

Kind kind_of(const Needed& needed) {
    if (needed.rank == no_partner) return Kind::Nobody;
    return needed.is_source ? Kind::Root : Kind::Collective;
}

/// So many events before a wait are searched for the sends that it may be for.
constexpr std::uint32_t searched_events = 1000;

/// Whether a wait of `waiting`, in MPI's call or a construct, may be for this send: a construct waits for its
/// own sends, and host code may start a send with one call, and wait with another one.
bool may_wait_for(const Trace& trace, const Event& waiting, const Event& send) {
    if (send.kind != EventKind::Send) return false;
    if (waiting.partner != no_partner && waiting.partner != send.partner) return false;
    if (send.site == waiting.site) return true;
    const auto is_host_code = [&](std::uint32_t site) {
        return site < trace.sites.size() && trace.sites[site].kind == SiteKind::Mpi;
    };
    return is_host_code(send.site) && is_host_code(waiting.site);
}

} // namespace

/// The wait of a rank for its receivers ends after the last one of them has begun to receive.
WaitCause WaitFinder::cause_of_send(int rank, std::uint32_t wait, std::int64_t end_ns) const {
    const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank)].events;
    WaitCause last{};
    const std::uint32_t first = wait - std::min(wait, searched_events);
    for (std::uint32_t i = wait; i-- > first;) {
        // The wait before, of the same construct or call, was for all sends before it.
        if (events[i].kind == EventKind::Resume && events[i].site == events[wait].site &&
            events[wait].partner == no_partner)
            break;
        if (!may_wait_for(trace_, events[wait], events[i])) continue;
        const std::uint32_t message = index_.of_send(rank, i);
        if (message == no_event) continue;
        const Message& sent = messages_.matched[message];
        const std::vector<Event>& received = trace_.ranks[static_cast<std::size_t>(sent.receiver)].events;
        const std::int64_t began_ns = receive_time(received, sent.receive_event).begin_ns;
        const bool ends_wait = began_ns > std::max(events[wait].time_ns, last.acted_ns) && began_ns <= end_ns;
        if (ends_wait || (i + 1 == wait && last.kind == Kind::Unknown))
            last = {Kind::Receiver, sent.receiver, began_ns, message};
        if (ends_wait && events[wait].partner != no_partner)
            break; // messages to one rank stay in their order
    }
    return last;
}

/// The first receive of up to so many events from this one on; no_event: none.
std::uint32_t WaitFinder::next_receive(int rank, std::uint32_t event, std::uint32_t events_after) const {
    const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank)].events;
    const auto end = static_cast<std::uint32_t>(events.size());
    const std::uint32_t last = event + std::min(end - event, events_after);
    for (std::uint32_t i = event; i < last; ++i)
        if (events[i].kind == EventKind::Receive) return i;
    return no_event;
}

WaitCause WaitFinder::cause_of_message(std::uint32_t message) const {
    if (message == no_event) return {};
    const Message& came = messages_.matched[message];
    return {Kind::Message, came.sender, came.sent_ns, message};
}

/// A probe waits for the message that the rank receives next.
WaitCause WaitFinder::cause_of_probe(int rank, std::uint32_t wait) const {
    const std::uint32_t receive = next_receive(rank, wait, no_event);
    return receive == no_event ? WaitCause{} : cause_of_message(index_.of_receive(rank, receive));
}

/// A polling loop waits for the messages that the call after it receives: the poll that succeeds, or the
/// receive of what it found. If there is none, it waits for its own sends.
WaitCause WaitFinder::cause_of_polling(int rank, std::uint32_t wait) const {
    constexpr std::uint32_t call_after = 8; // events: two calls, and the receive
    const std::uint32_t receive = next_receive(rank, wait, call_after);
    if (receive != no_event) return cause_of_message(last_sent(rank, receive));
    const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank)].events;
    return cause_of_send(rank, wait, events[wait + 1].time_ns);
}

/// Returns the cause of a wait of a send for its receiver, or of a collective operation for the rank it
/// needs.
WaitCause WaitFinder::cause_of_resume(int rank, std::uint32_t wait) const {
    const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank)].events;
    std::uint32_t after = wait + 2; // after the Resume
    while (after < events.size() && is_within_operation(events[after].kind))
        ++after;
    if (after < events.size() && events[after].kind == EventKind::Collective)
        if (const CollectivePart* const part = collectives_.part_of(rank, after)) {
            const Needed needed = waits_for(trace_, collectives_, *part);
            return {kind_of(needed), needed.rank, needed.begin_ns};
        }
    if (is_probe(trace_, events[wait].site)) return cause_of_probe(rank, wait);
    if (is_polling(trace_, events[wait].site)) return cause_of_polling(rank, wait);
    return cause_of_send(rank, wait, events[wait + 1].time_ns);
}

/// The message from the rank that this wait was for, of those that the construct receives next.
std::uint32_t WaitFinder::message_from(std::int32_t partner, int rank, std::uint32_t event) const {
    const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank)].events;
    for (std::uint32_t next = event; next < events.size() && events[next].kind != EventKind::Leave; ++next)
        if (events[next].kind == EventKind::Receive && events[next].partner == partner)
            return index_.of_receive(rank, next);
    return no_event;
}

/// A rank that waits for several messages receives those that came before, too, when the wait is over. The
/// message that was sent last has ended it. If the rank waited for a known partner, as one that is told when
/// a message is there, it was the partner's.
std::uint32_t WaitFinder::ending_message(int rank, std::uint32_t event) const {
    const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank)].events;
    const std::int32_t partner = events[event - 1].partner;
    if (partner != no_partner && partner != events[event].partner)
        if (const std::uint32_t message = message_from(partner, rank, event);
            message != no_event && messages_.matched[message].sent_ns <= events[event].time_ns)
            return message;
    return last_sent(rank, event);
}

/// Of this message and those that the rank receives next, the one that was sent last.
std::uint32_t WaitFinder::last_sent(int rank, std::uint32_t event) const {
    const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank)].events;
    std::uint32_t last = index_.of_receive(rank, event);
    for (std::uint32_t next = event + 1; next < events.size() && events[next].kind == EventKind::Receive;
         ++next) {
        const std::uint32_t message = index_.of_receive(rank, next);
        if (message == no_event || messages_.matched[message].sent_ns > events[event].time_ns) continue;
        if (last == no_event || messages_.matched[message].sent_ns > messages_.matched[last].sent_ns)
            last = message;
    }
    return last;
}

bool WaitFinder::ends_wait(int rank, std::uint32_t event, WaitTime& wait) const {
    const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank)].events;
    const Event& self = events[event];
    wait = {self.time_ns, self.time_ns, self.site, {}};
    if (self.kind == EventKind::Receive && follows_wait(events, event)) {
        wait.begin_ns = events[event - 1].time_ns;
        wait.cause = cause_of_message(ending_message(rank, event));
        return true;
    }
    if (self.kind == EventKind::Resume && follows_wait(events, event)) {
        wait.begin_ns = events[event - 1].time_ns;
        wait.cause = cause_of_resume(rank, event - 1);
        return true;
    }
    if (self.kind == EventKind::Collective && !has_recorded_wait(events, event)) {
        const CollectivePart* const part = collectives_.part_of(rank, event);
        if (!part) return false;
        const Needed needed = waits_for(trace_, collectives_, *part);
        if (needed.rank == no_partner) return false;
        if (needed.begin_ns <= part->begin_ns && !needed.is_source) return false;
        wait.begin_ns = part->begin_ns;
        wait.cause = {kind_of(needed), needed.rank, needed.begin_ns};
        return true;
    }
    return false;
}

std::vector<bool> WaitFinder::met_receivers() const {
    std::vector<bool> met(messages_.matched.size());
    for (const RankTrace& rank : trace_.ranks)
        for (std::uint32_t i = 0; i < rank.events.size(); ++i) {
            WaitTime wait{};
            if (rank.events[i].kind != EventKind::Resume || !ends_wait(rank.rank, i, wait)) continue;
            const WaitCause& cause = wait.cause;
            if (cause.kind == Kind::Receiver && cause.message != no_event && cause.acted_ns > wait.begin_ns)
                met[cause.message] = true;
        }
    return met;
}

bool is_awaited(const WaitTime& wait) {
    constexpr std::int64_t part = 10;
    return wait.end_ns - wait.begin_ns >= (wait.end_ns - wait.cause.acted_ns) / part;
}

} // namespace loop::report
