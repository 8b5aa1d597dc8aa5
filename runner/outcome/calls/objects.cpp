#include "runner/outcome/calls/objects.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <array>

namespace loop::runner {

namespace {

using Class = CallFinding::Class;

std::string object_text(CallObject object) {
    constexpr std::array names{"object", "communicator", "type", "window", "group", "MPI_Op", "request"};
    return names[static_cast<std::size_t>(object)];
}

/// A receive that MPI_Request_free freed before it was complete.
struct FreedReceive {
    const LoggedCall* begun;
    const LoggedCall* freed;
};

/// What one rank has left, by the number of the object.
class LeftByRank {
public:
    explicit LeftByRank(const CallLog& log) {
        for (const LoggedCall& call : log.calls)
            take(call);
    }

    /// Operations that were started and never completed.
    const std::map<std::uint64_t, const LoggedCall*>& begun() const { return begun_; }
    /// Objects that were never freed. Persistent requests that still operate are in `begun`.
    std::map<std::uint64_t, const LoggedCall*> made() const {
        std::map<std::uint64_t, const LoggedCall*> result = made_;
        for (const auto& [request, call] : persistent_)
            if (begun_.find(request) == begun_.end()) result.emplace(request, call);
        return result;
    }
    const std::vector<FreedReceive>& freed_receives() const { return freed_receives_; }

private:
    void take(const LoggedCall& call) {
        if (call.request == 0) return;
        switch (call.event) {
        case CallEvent::Collective:
        case CallEvent::Send:
        case CallEvent::Receive:
            begun_[call.request] = &call;
            return;
        case CallEvent::Received:
        case CallEvent::Completed:
        case CallEvent::Canceled:
            begun_.erase(call.request);
            return;
        case CallEvent::Prepared:
            persistent_[call.request] = &call;
            return;
        case CallEvent::Made:
            made_[call.request] = &call;
            return;
        case CallEvent::Freed:
            return free(call);
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

    void free(const LoggedCall& call) {
        const auto found = begun_.find(call.request);
        if (found != begun_.end() && found->second->event == CallEvent::Receive)
            freed_receives_.push_back({found->second, &call});
        begun_.erase(call.request), persistent_.erase(call.request), made_.erase(call.request);
    }

    std::map<std::uint64_t, const LoggedCall*> begun_, persistent_, made_;
    std::vector<FreedReceive> freed_receives_;
};

/// What several ranks left at one line.
struct Left {
    const LoggedCall* first = nullptr;
    const LoggedCall* freed = nullptr; ///< what freed it too early, if anything
    std::vector<int> ranks{};
    long long count = 0;
};

/// By class, kind, line, and line of the call that freed it (0: none).
using AllLeft = std::map<std::tuple<Class, CallObject, std::uint64_t, std::uint64_t>, Left>;

void add(AllLeft& all, Class what, CallObject object, const LoggedCall& call, int rank,
         const LoggedCall* freed = nullptr) {
    Left& left = all[{what, object, call.address, freed == nullptr ? 0 : freed->address}];
    if (left.count++ == 0) left.first = &call, left.freed = freed;
    if (left.ranks.empty() || left.ranks.back() != rank) left.ranks.push_back(rank);
}

/// MPI forbids to end a program before its operations are complete. It discourages to free the request of a
/// receive, as nobody learns when the message is there. It allows to leave objects to MPI_Finalize.
CallFinding::Weight weight_of(Class what, bool strict) {
    if (strict) return CallFinding::Weight::Fault;
    return what == Class::MissingWait ? CallFinding::Weight::Note : CallFinding::Weight::Fact;
}

CallFinding finding_of(Class what, CallObject object, const Left& left, bool strict) {
    CallFinding finding{what, weight_of(what, strict), left.ranks};
    const bool one_each = left.count == static_cast<long long>(left.ranks.size());
    const std::string times = one_each ? "" : fmt::format("{}, ", counted(left.count, "time"));
    if (what == Class::ReceiveFreed)
        finding.words << CallPlace(*left.freed) << " freed the request of " << CallPlace(*left.first)
                      << " before a call completed the receive";
    else if (what == Class::MissingWait)
        finding.words << "no call completed the request of " << CallPlace(*left.first);
    else
        finding.words << object_text(object) + " made by " << CallPlace(*left.first);
    finding.words << fmt::format(" ({}{})", times, rank_list(left.ranks));
    return finding;
}

void add_requests(AllLeft& all, const LeftByRank& left, int rank) {
    for (const auto& [number, call] : left.begun())
        add(all, Class::MissingWait, CallObject::Request, *call, rank);
    for (const FreedReceive& receive : left.freed_receives())
        add(all, Class::ReceiveFreed, CallObject::Request, *receive.begun, rank, receive.freed);
}

} // namespace

CallFindings left_objects(const CallLogs& logs, bool strict) {
    AllLeft all;
    for (const CallLog& log : logs) {
        if (!log.is_whole(0)) continue;
        // A call that failed may have made no request, and what it logged says nothing.
        const bool knows_requests = log.is_whole(log_misses_messages | log_misses_collectives);
        const LeftByRank left(log);
        if (knows_requests) add_requests(all, left, log.rank);
        for (const auto& [number, call] : left.made()) {
            const bool is_request = call->event == CallEvent::Prepared;
            if (knows_requests || !is_request)
                add(all, Class::NeverFreed, is_request ? CallObject::Request : call->object, *call, log.rank);
        }
    }
    CallFindings findings;
    for (const auto& [key, left] : all)
        findings.push_back(finding_of(std::get<0>(key), std::get<1>(key), left, strict));
    return findings;
}

} // namespace loop::runner
