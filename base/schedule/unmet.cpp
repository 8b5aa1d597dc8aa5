#include "base/schedule/unmet.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace loop::schedule {

namespace {

/// Calls of one rank that have not met anything yet.
struct Open {
    const Endpoint* endpoint;
    int rank;
    long long times;
};

/// The messages for one rank, and its receives.
class Mailbox {
public:
    void add(const Open& calls) {
        const Endpoint& endpoint = *calls.endpoint;
        if (!endpoint.is_send) {
            receives_[kind_of(endpoint)].push_back(calls);
            if (kind_of(endpoint) == AnySource) wanted_tags_.insert(endpoint.tag);
            return;
        }
        by_source_[calls.rank].push_back(sends_.size());
        by_tag_[endpoint.tag].push_back(sends_.size());
        by_both_[{calls.rank, endpoint.tag}].push_back(sends_.size());
        sends_.push_back(calls);
    }

    void match() {
        for (Open& receive : receives_[Exact])
            take(receive, by_both_[{receive.endpoint->partner, receive.endpoint->tag}]);
        for (const bool wanted_by_others : {false, true})
            for (Open& receive : receives_[AnyTag])
                take(receive, by_source_[receive.endpoint->partner],
                     [&](int tag) { return (wanted_tags_.count(tag) != 0) == wanted_by_others; });
        for (Open& receive : receives_[AnySource])
            take(receive, by_tag_[receive.endpoint->tag]);
        std::size_t next = 0;
        for (Open& receive : receives_[AnyBoth])
            for (; receive.times > 0 && next < sends_.size(); ++next) {
                meet(receive, sends_[next]);
                if (sends_[next].times > 0) break;
            }
    }

    void add_open(std::vector<Unmet>& all) const {
        const auto add = [&](const Open& calls) {
            if (calls.times == 0) return;
            all.push_back({*calls.endpoint, calls.rank});
            all.back().endpoint.times = calls.times;
        };
        std::for_each(sends_.begin(), sends_.end(), add);
        for (const std::vector<Open>& some : receives_)
            std::for_each(some.begin(), some.end(), add);
    }

private:
    /// What a receive leaves open. Those that leave less take their messages first.
    enum Kind { Exact, AnyTag, AnySource, AnyBoth };
    static Kind kind_of(const Endpoint& receive) {
        if (receive.partner != Endpoint::any) return receive.tag == Endpoint::any ? AnyTag : Exact;
        return receive.tag == Endpoint::any ? AnyBoth : AnySource;
    }

    static void meet(Open& receive, Open& send) {
        const long long times = std::min(receive.times, send.times);
        receive.times -= times;
        send.times -= times;
    }

    /// Exhausted sends at the end of the list are dropped, so that a list is not searched again and again.
    void take(Open& receive, std::vector<std::size_t>& sends) {
        while (receive.times > 0 && !sends.empty()) {
            meet(receive, sends_[sends.back()]);
            if (sends_[sends.back()].times == 0) sends.pop_back();
        }
    }
    template <typename Filter>
    void take(Open& receive, const std::vector<std::size_t>& sends, Filter filter) {
        for (const std::size_t send : sends)
            if (filter(sends_[send].endpoint->tag)) meet(receive, sends_[send]);
    }

    std::vector<Open> sends_;
    std::vector<Open> receives_[AnyBoth + 1];
    std::map<int, std::vector<std::size_t>> by_source_, by_tag_;
    std::map<std::pair<int, int>, std::vector<std::size_t>> by_both_;
    std::set<int> wanted_tags_; ///< by receives from any source
};

template <typename Visit>
void for_ranks(const Execution& execution, Visit visit) {
    for (const RankRange& range : execution.ranks)
        for (int rank = range.first; rank <= range.last; ++rank)
            visit(rank);
}

/// The calls of one operation in one group.
struct Calls {
    std::set<std::pair<std::string, int>> lines;
    std::map<std::size_t, long long> times; ///< by execution
};

/// The ranks of an execution that are in the group.
std::vector<RankRange> ranks_in(const Execution& execution, const std::vector<int>& members) {
    if (members.empty()) return execution.ranks;
    std::vector<RankRange> all;
    for_ranks(execution, [&](int rank) {
        if (!std::binary_search(members.begin(), members.end(), rank)) return;
        if (!all.empty() && all.back().last + 1 == rank)
            ++all.back().last;
        else
            all.push_back({rank, rank});
    });
    return all;
}

using CallsByGroup = std::map<std::pair<std::string, std::vector<int>>, Calls>; ///< no members: all ranks

void add_calls(const Schedule& schedule, std::size_t index, CallsByGroup& all) {
    const Execution& execution = schedule.executions[index];
    const std::vector<long long> times = times_of_operations(execution);
    for (std::size_t number = 0; number < times.size(); ++number) {
        const Operation& operation = execution.operations[number];
        if (operation.kind != OperationKind::Communication || operation.group == Operation::one_rank)
            continue;
        const Groups* const groups = groups_of(schedule, operation.group);
        std::vector<int> members = groups == nullptr ? std::vector<int>{} : groups->members;
        std::sort(members.begin(), members.end());
        Calls& calls = all[{operation.call, std::move(members)}];
        calls.times[index] += times[number];
        calls.lines.insert({operation.file, operation.line});
    }
}

std::map<long long, std::vector<RankRange>>
ranks_by_times(const Schedule& schedule, const std::vector<int>& members, const Calls& calls) {
    std::map<long long, std::vector<RankRange>> all;
    for (std::size_t i = 0; i < schedule.executions.size(); ++i) {
        const std::vector<RankRange> ranks = ranks_in(schedule.executions[i], members);
        if (ranks.empty()) continue;
        const auto found = calls.times.find(i);
        std::vector<RankRange>& same = all[found == calls.times.end() ? 0 : found->second];
        same.insert(same.end(), ranks.begin(), ranks.end());
    }
    return all;
}

} // namespace

std::vector<Unmet> unmet_messages(const Schedule& schedule) {
    std::map<std::pair<std::string, int>, Mailbox> mailboxes; // by communicator and receiver
    for (const Execution& execution : schedule.executions)
        for (const Endpoint& endpoint : execution.endpoints)
            for_ranks(execution, [&](int rank) {
                const int receiver = endpoint.is_send ? endpoint.partner : rank;
                mailboxes[{endpoint.communicator, receiver}].add({&endpoint, rank, endpoint.times});
            });
    std::vector<Unmet> all;
    for (auto& [key, mailbox] : mailboxes) {
        mailbox.match();
        mailbox.add_open(all);
    }
    std::sort(all.begin(), all.end(), [](const Unmet& a, const Unmet& b) {
        const auto key = [](const Unmet& each) {
            return std::tie(each.endpoint.file, each.endpoint.line, each.endpoint.call, each.rank,
                            each.endpoint.partner, each.endpoint.tag);
        };
        return key(a) < key(b);
    });
    return all;
}

std::vector<UnevenCalls> uneven_calls(const Schedule& schedule) {
    if (!is_complete(schedule)) return {};
    CallsByGroup all;
    for (std::size_t i = 0; i < schedule.executions.size(); ++i)
        add_calls(schedule, i, all);
    std::vector<UnevenCalls> uneven;
    for (const auto& [key, calls] : all) {
        const auto by_times = ranks_by_times(schedule, key.second, calls);
        if (by_times.size() < 2) continue;
        UnevenCalls& each = uneven.emplace_back();
        each.call = key.first;
        each.lines = calls.lines;
        for (const auto& [times, ranks] : by_times)
            each.by_ranks.emplace_back(ranks, times);
    }
    return uneven;
}

NeverMeets never_meets(const Schedule& schedule) {
    return {unmet_messages(schedule), uneven_calls(schedule)};
}

} // namespace loop::schedule
