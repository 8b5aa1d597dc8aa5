#include "runner/outcome/calls/messages.h"

#include "base/text/strings.h"
#include "runner/outcome/calls/traffic.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace {

using Class = CallFinding::Class;

/// Messages between the same two lines.
struct Same {
    const LoggedMessage* first = nullptr;
    const LoggedMessage* receive = nullptr;
    std::set<int> senders{}, receivers{};
    long long count = 0;
};

std::vector<int> list_of(const std::set<int>& ranks) {
    return {ranks.begin(), ranks.end()};
}

class MessageComparison {
public:
    explicit MessageComparison(const CallLogs& logs) : logs_(logs), traffic_(traffic_of(logs)) {
        for (const auto& [channel, lane] : traffic_.lanes) {
            compare_types(channel, lane);
            count(channel, lane);
        }
    }

    CallFindings findings() const {
        CallFindings result;
        for (const auto& [places, same] : conflicts_)
            result.push_back(conflict(same));
        for (const auto& [places, same] : unreceived_)
            result.push_back(never_received(same));
        return result;
    }

private:
    const CallLog& log(int rank) const { return logs_[static_cast<std::size_t>(rank)]; }

    void compare_types(const Channel& channel, const Traffic::Lane& lane) {
        const auto open = traffic_.open_for(channel);
        const std::size_t both = std::min(lane.sends.size(), lane.receives.size());
        for (std::size_t i = 0; i < both; ++i) {
            const LoggedMessage &send = *lane.sends[i], &receive = *lane.receives[i];
            // The one posted before may have got this message.
            if (std::any_of(open.begin(), open.end(),
                            [&](const LoggedMessage* other) { return other->index < receive.index; }))
                return;
            if (types_conflict(*send.typed, *receive.typed)) add(conflicts_, send, &receive);
        }
    }

    void count(const Channel& channel, const Traffic::Lane& lane) {
        const int receiver = std::get<1>(channel);
        if (!log(receiver).is_whole(log_misses_messages)) return;
        const std::size_t received = lane.receives.size() + traffic_.open_for(channel).size();
        for (std::size_t i = received; i < lane.sends.size(); ++i)
            add(unreceived_, *lane.sends[i], nullptr);
    }

    using Places = std::pair<std::uint64_t, std::uint64_t>;

    static void add(std::map<Places, Same>& all, const LoggedMessage& send, const LoggedMessage* receive) {
        Same& same = all[{send.call->address, receive == nullptr ? 0 : receive->typed->address}];
        if (same.count++ == 0) same.first = &send, same.receive = receive;
        same.senders.insert(send.rank);
        same.receivers.insert(send.partner);
    }

    static CallFinding conflict(const Same& same) {
        CallFinding finding{Class::DifferentArguments, CallFinding::Weight::Fault, {}};
        std::set<int> ranks = same.senders;
        ranks.insert(same.receivers.begin(), same.receivers.end());
        finding.ranks = list_of(ranks);
        finding.words << "the datatype of " << CallPlace(*same.receive->typed)
                      << fmt::format(" on {} does not match that of ", rank_list(list_of(same.receivers)))
                      << CallPlace(*same.first->call)
                      << fmt::format(" on {}, whose message it received", rank_list(list_of(same.senders)));
        return finding;
    }

    static CallFinding never_received(const Same& same) {
        CallFinding finding{Class::NeverReceived, CallFinding::Weight::Fault, list_of(same.senders)};
        finding.words << fmt::format("{} ", counted(same.count, "message")) << "of "
                      << CallPlace(*same.first->call)
                      << fmt::format(" on {} to {}", rank_list(list_of(same.senders)),
                                     rank_list(list_of(same.receivers)));
        if (same.count == 1) finding.words << fmt::format(" (tag {})", same.first->tag);
        return finding;
    }

    const CallLogs& logs_;
    Traffic traffic_;
    std::map<Places, Same> conflicts_, unreceived_;
};

} // namespace

CallFindings compare_messages(const CallLogs& logs) {
    return MessageComparison(logs).findings();
}

} // namespace loop::runner
