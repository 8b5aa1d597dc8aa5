#include "runner/outcome/calls/traffic.h"

#include <loop/rank_status.h>

#include <algorithm>

namespace loop::runner {

namespace {

/// The messages of one rank.
class RankTraffic {
public:
    explicit RankTraffic(const CallLog& log) : log_(log) {
        for (std::size_t i = 0; i < log.calls.size(); ++i)
            take(i, log.calls[i]);
    }

    std::vector<LoggedMessage> sends() const { return kept(sends_); }
    std::vector<LoggedMessage> receives() const { return kept(receives_); }

private:
    struct Entry {
        LoggedMessage message;
        bool canceled = false;
    };
    /// Where a request's message is.
    struct Place {
        std::vector<Entry>* list;
        std::size_t index;
    };

    void take(std::size_t at, const LoggedCall& call) {
        switch (call.event) {
        case CallEvent::Send:
            return begin(sends_, at, call);
        case CallEvent::Receive:
            return begin(receives_, at, call);
        case CallEvent::Received:
            if (Entry* const entry = of(call.request)) got(*entry, at, call);
            return;
        case CallEvent::Completed:
            if (Entry* const entry = of(call.request)) complete(*entry, at);
            return;
        case CallEvent::Canceled:
            if (Entry* const entry = of(call.request)) entry->canceled = true;
            return;
        case CallEvent::Collective:
        case CallEvent::Prepared:
        case CallEvent::Made:
        case CallEvent::Freed:
        case CallEvent::Epoch:
        case CallEvent::Access:
        case CallEvent::Changed:
        case CallEvent::Bytes:
        case CallEvent::Unlogged:
        case CallEvent::Broken:
        case CallEvent::Taken: // the reader has replaced it
            return;
        }
    }

    void begin(std::vector<Entry>& list, std::size_t at, const LoggedCall& call) {
        if (call.partner < waits_for_somebody) return; // nobody
        if (call.request != 0)
            by_request_[call.request] = {&list, list.size()};
        else if (call.event == CallEvent::Receive)
            blocking_ = {&list, list.size()};
        list.push_back({LoggedMessage{&call, &call, log_.rank, at, call.partner, call.tag}});
    }

    Entry* of(std::uint64_t request) {
        if (request == 0) return blocking_.list == nullptr ? nullptr : &(*blocking_.list)[blocking_.index];
        const auto found = by_request_.find(request);
        return found == by_request_.end() ? nullptr : &(*found->second.list)[found->second.index];
    }

    static void got(Entry& entry, std::size_t at, const LoggedCall& call) {
        if (call.partner >= 0) entry.message.partner = call.partner;
        if (call.tag >= 0) entry.message.tag = call.tag;
        if (call.type != unknown_signature) entry.message.typed = &call;
        complete(entry, at);
    }

    static void complete(Entry& entry, std::size_t at) {
        if (entry.message.completed) return;
        entry.message.completed = true;
        entry.message.completed_at = at;
    }

    static std::vector<LoggedMessage> kept(const std::vector<Entry>& entries) {
        std::vector<LoggedMessage> result;
        for (const Entry& entry : entries)
            if (!entry.canceled) result.push_back(entry.message);
        return result;
    }

    const CallLog& log_;
    std::vector<Entry> sends_, receives_;
    std::map<std::uint64_t, Place> by_request_;
    Place blocking_{nullptr, 0};
};

} // namespace

std::vector<const LoggedMessage*> Traffic::open_for(const Channel& channel) const {
    const auto [sender, receiver, communicator, tag] = channel;
    std::vector<const LoggedMessage*> result;
    for (const LoggedMessage* const open : open_receives[static_cast<std::size_t>(receiver)]) {
        const std::uint64_t own = open->call->communicator;
        if ((own == communicator || own == 0) && (open->partner < 0 || open->partner == sender) &&
            (open->tag < 0 || open->tag == tag))
            result.push_back(open);
    }
    return result;
}

Traffic traffic_of(const CallLogs& logs) {
    Traffic traffic;
    const std::size_t ranks = logs.size();
    traffic.sends.resize(ranks), traffic.receives.resize(ranks), traffic.open_receives.resize(ranks);
    const auto is_rank = [&](int rank) { return rank >= 0 && static_cast<std::size_t>(rank) < ranks; };
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        if (!logs[rank].has_all(log_misses_messages)) continue;
        const RankTraffic own(logs[rank]);
        traffic.sends[rank] = own.sends(), traffic.receives[rank] = own.receives();
        const int me = static_cast<int>(rank);
        for (const LoggedMessage& send : traffic.sends[rank])
            if (is_rank(send.partner) && send.call->communicator != 0)
                traffic.lanes[{me, send.partner, send.call->communicator, send.tag}].sends.push_back(&send);
        for (const LoggedMessage& receive : traffic.receives[rank])
            if (!receive.is_exact() || receive.call->communicator == 0)
                traffic.open_receives[rank].push_back(&receive);
            else if (is_rank(receive.partner))
                traffic.lanes[{receive.partner, me, receive.call->communicator, receive.tag}]
                    .receives.push_back(&receive);
    }
    return traffic;
}

} // namespace loop::runner
