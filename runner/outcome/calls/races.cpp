#include "runner/outcome/calls/races.h"

#include "base/text/strings.h"
#include "runner/outcome/calls/happens_before.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace loop::runner {

namespace {

/// The lanes to one rank, by sender.
using LanesTo = std::map<int, std::vector<const Traffic::Lane*>>;

bool accepts(const LoggedMessage& receive, const LoggedMessage& send) {
    const LoggedCall& call = *receive.call;
    return (call.partner < 0 || call.partner == send.rank) && (call.tag < 0 || call.tag == send.tag) &&
           call.communicator == send.call->communicator && !types_conflict(*receive.typed, *send.typed);
}

class Races {
public:
    Races(const Traffic& traffic, const std::map<const LoggedCall*, VectorClock>& clocks) : clocks_(clocks) {
        for (const auto& [channel, lane] : traffic.lanes)
            lanes_[std::get<1>(channel)][std::get<0>(channel)].push_back(&lane);
        for (const auto& [channel, lane] : traffic.lanes)
            for (std::size_t i = 0; i < std::min(lane.sends.size(), lane.receives.size()); ++i)
                if (lane.receives[i]->call->partner < 0 && lane.receives[i]->completed)
                    look(*lane.receives[i], *lane.sends[i]);
    }

    CallFindings findings() const {
        CallFindings result;
        for (const auto& [key, race] : races_)
            result.push_back(finding_of(race));
        return result;
    }

private:
    /// A message that another receive could have got, and where it is in its lane.
    struct Other {
        const Traffic::Lane* lane = nullptr;
        std::size_t index = 0;
        const LoggedMessage* send() const { return lane->sends[index]; }
        const LoggedMessage* receive() const { return lane->receives[index]; }
    };

    struct Race {
        const LoggedMessage* receive = nullptr;
        const LoggedMessage* got = nullptr;
        const LoggedMessage* other = nullptr;
        const LoggedMessage* lacks = nullptr; ///< the receive that would lack its message
    };

    void look(const LoggedMessage& receive, const LoggedMessage& got) {
        for (const auto& [sender, lanes] : lanes_[receive.rank]) {
            if (sender == got.rank) continue;
            const auto other = first_for(receive, lanes);
            if (!other || !is_concurrent(receive, *other->send())) continue;
            const bool fails = would_fail(receive, got, *other);
            Race& race = races_[{!fails, receive.call->address, other->send()->call->address}];
            if (race.receive != nullptr) continue;
            race = {&receive, &got, other->send(), fails ? other->receive() : nullptr};
        }
    }

    /// The first message of a sender that the receive could have got: a later receive has got it.
    static std::optional<Other> first_for(const LoggedMessage& receive,
                                          const std::vector<const Traffic::Lane*>& lanes) {
        std::optional<Other> first;
        for (const Traffic::Lane* const lane : lanes) {
            const std::size_t both = std::min(lane->sends.size(), lane->receives.size());
            const auto later = std::upper_bound(
                lane->receives.begin(), lane->receives.begin() + static_cast<std::ptrdiff_t>(both),
                receive.index,
                [](std::size_t index, const LoggedMessage* one) { return index < one->index; });
            const auto index = static_cast<std::size_t>(later - lane->receives.begin());
            if (index >= both || !fits(receive, *lane->sends[index])) continue;
            if (!first || lane->sends[index]->index < first->send()->index) first = Other{lane, index};
        }
        return first;
    }

    static bool fits(const LoggedMessage& receive, const LoggedMessage& send) {
        return receive.call->communicator == send.call->communicator &&
               (receive.call->tag < 0 || receive.call->tag == send.tag);
    }

    bool is_concurrent(const LoggedMessage& receive, const LoggedMessage& send) const {
        const VectorClock& clock = clocks_.at(send.call);
        return clock[static_cast<std::size_t>(receive.rank)] <= receive.completed_at;
    }

    /// Whether the program would fail if `receive` got `other`, as then `other`'s sender has one message less
    /// for the receives that follow. One of them from any source may take what `receive` has got instead.
    static bool would_fail(const LoggedMessage& receive, const LoggedMessage& got, const Other& other) {
        if (types_conflict(*receive.typed, *other.send()->typed)) return true;
        const Traffic::Lane& lane = *other.lane;
        for (std::size_t i = other.index; i < std::min(lane.sends.size(), lane.receives.size()); ++i)
            if (accepts(*lane.receives[i], got)) return false;
        return lane.sends.size() <= lane.receives.size();
    }

    static CallFinding finding_of(const Race& race) {
        const bool fails = race.lacks != nullptr;
        CallFinding finding{CallFinding::Class::MessageRace,
                            fails ? CallFinding::Weight::Note : CallFinding::Weight::Fact,
                            {race.receive->rank}};
        finding.words << CallPlace(*race.receive->call)
                      << fmt::format(" on rank {} got the message of ", race.receive->rank)
                      << CallPlace(*race.got->call)
                      << fmt::format(" on rank {}, and could have got that of ", race.got->rank)
                      << CallPlace(*race.other->call) << fmt::format(" on rank {}", race.other->rank);
        if (fails && race.lacks->call->address != race.receive->call->address)
            finding.words << "; then " << CallPlace(*race.lacks->call) << " would lack its message";
        return finding;
    }

    const std::map<const LoggedCall*, VectorClock>& clocks_;
    std::map<int, LanesTo> lanes_;
    std::map<std::tuple<bool, std::uint64_t, std::uint64_t>, Race> races_; ///< notes first
};

bool has_wildcard(const Traffic& traffic) {
    for (const auto& receives : traffic.receives)
        for (const LoggedMessage& receive : receives)
            if (receive.call->partner < 0) return true;
    return false;
}

} // namespace

CallFindings find_races(const CallLogs& logs) {
    const Traffic traffic = traffic_of(logs);
    if (!has_wildcard(traffic)) return {};
    const auto clocks = clocks_of_sends(logs, traffic);
    return clocks ? Races(traffic, *clocks).findings() : CallFindings{};
}

} // namespace loop::runner
