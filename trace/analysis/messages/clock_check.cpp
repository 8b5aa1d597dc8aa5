#include "trace/analysis/messages/clock_check.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "trace/analysis/messages/thread_messages.h"
#include "trace/read/clocks.h"

#include <loop/calls.h>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace loop::report {

namespace {

using Pair = std::pair<int, int>;

/// The largest error of the rank's corrected time.
std::int64_t known_error_ns(const RankTrace& rank) {
    std::int64_t bound = 0;
    for (const ClockSample& sample : rank.clock)
        bound = std::max(bound, sample.bound_ns);
    return bound + uneven_drift_ns(rank.clock);
}

/// Whether events were lost before the rank's last one.
bool lost_events_in_between(const RankTrace& rank) {
    return !rank.present || std::any_of(rank.gaps.begin(), rank.gaps.end(), [&](const Gap& gap) {
        return !rank.events.empty() && gap.begin_ns < rank.events.back().time_ns;
    });
}

/// Whether the others cannot end the operation before this part of it has begun. A rank that contributes no
/// data may hold up nobody, nor may one that sends nothing to a certain rank.
bool holds_up_others(const Trace& trace, const Event& event) {
    if (event.site >= trace.sites.size()) return false;
    switch (call_info(trace.sites[event.site].construct).kind) {
    case CallKind::Barrier:
        return true;
    case CallKind::Bcast:
    case CallKind::Gather:
    case CallKind::Scatter:
    case CallKind::Allgather:
    case CallKind::Allgatherv:
    case CallKind::Alltoall:
    case CallKind::Reduce:
    case CallKind::Allreduce:
        return event.bytes > 0;
    case CallKind::Other:
    case CallKind::Message:
    case CallKind::BegunSend:
    case CallKind::Gatherv:
    case CallKind::Scatterv:
    case CallKind::Alltoallv:
    case CallKind::Alltoallw:
    case CallKind::Reduce_scatter:
    case CallKind::Reduce_scatter_block:
    case CallKind::Scan:
    case CallKind::Exscan:
        return false;
    }
    return false;
}

/// Collects the contradictions, by pair of ranks: the lower one first.
class Contradictions {
public:
    explicit Contradictions(const Trace& trace)
        : trace_(trace), resolution_ns_(std::llrint(std::ceil(std::max(1.0, trace.resolution_ns)))) {
        for (const RankTrace& rank : trace.ranks) {
            errors_.push_back(known_error_ns(rank));
            lost_.push_back(lost_events_in_between(rank));
        }
    }

    void of_messages(const Messages& messages) {
        std::set<Pair> incomplete; // without a send, receives may be matched with later sends
        for (const LoneMessage& lone : messages.unsent)
            incomplete.insert({event_of(lone.rank, lone.event).partner, lone.rank});
        for (const Message& message : messages.matched)
            if (message.violated() && incomplete.count({message.sender, message.receiver}) == 0)
                add(message.sender, message.receiver, -message.transit_ns(), &Worst::messages);
    }

    /// Only of operations that all ranks of the communicator called.
    void of_collectives(const Collectives& collectives) {
        for (const CollectiveOperation& operation : collectives.operations) {
            const CollectivePart* const first = collectives.parts.data() + operation.first_part;
            if (operation.communicator >= trace_.communicators.size() ||
                operation.parts != trace_.communicators[operation.communicator].ranks.size())
                continue;
            for (std::uint32_t i = 0; i < operation.parts; ++i)
                of_part(collectives, first, first[i]);
        }
    }

    struct Worst {
        std::uint64_t messages = 0, calls = 0;
        std::int64_t by_ns = 0;
    };
    const std::map<Pair, Worst>& pairs() const { return pairs_; }

private:
    const Event& event_of(int rank, std::uint32_t event) const {
        return trace_.ranks[static_cast<std::size_t>(rank)].events[event];
    }

    /// `first`: the first part of the operation.
    void of_part(const Collectives& collectives, const CollectivePart* first, const CollectivePart& part) {
        const Needed needed = needed_by(trace_, collectives, part);
        if (needed.rank == no_partner || needed.begin_ns <= part.end_ns) return;
        while (first->rank != needed.rank)
            ++first;
        if (holds_up_others(trace_, event_of(first->rank, first->event)))
            add(needed.rank, part.rank, needed.begin_ns - part.end_ns, &Worst::calls);
    }

    void add(int cause, int effect, std::int64_t by_ns, std::uint64_t Worst::*count) {
        const auto a = static_cast<std::size_t>(cause), b = static_cast<std::size_t>(effect);
        if (a == b || lost_[a] || lost_[b]) return;
        const bool is_one_host = trace_.ranks[a].host == trace_.ranks[b].host;
        if (by_ns <= resolution_ns_ + (is_one_host ? 0 : errors_[a] + errors_[b])) return;
        Worst& worst = pairs_[{std::min(cause, effect), std::max(cause, effect)}];
        ++(worst.*count);
        worst.by_ns = std::max(worst.by_ns, by_ns);
    }

    const Trace& trace_;
    std::int64_t resolution_ns_;
    std::vector<std::int64_t> errors_;
    std::vector<bool> lost_;
    std::map<Pair, Worst> pairs_;
};

/// The fewest numbers, nearly, that are in all pairs; of a pair that shares none with another, both.
std::set<int> cover_of(std::set<Pair> pairs) {
    std::set<int> cover;
    while (!pairs.empty()) {
        std::map<int, int> uses;
        for (const auto& [a, b] : pairs) {
            ++uses[a];
            ++uses[b];
        }
        const auto most = std::max_element(uses.begin(), uses.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        const int chosen = most->first;
        const bool is_single = most->second == 1;
        for (auto pair = pairs.begin(); pair != pairs.end();) {
            const bool has = pair->first == chosen || pair->second == chosen;
            if (has && is_single) cover.insert({pair->first, pair->second});
            pair = has ? pairs.erase(pair) : std::next(pair);
        }
        cover.insert(chosen);
    }
    return cover;
}

/// The number of each rank's host.
std::vector<int> host_numbers(const Trace& trace) {
    std::map<std::string, int> numbers;
    std::vector<int> result;
    for (const RankTrace& rank : trace.ranks)
        result.push_back(numbers.try_emplace(rank.host, static_cast<int>(numbers.size())).first->second);
    return result;
}

void name_ranks(const Trace& trace, const std::map<Pair, Contradictions::Worst>& pairs, ClockCheck& check) {
    const std::vector<int> hosts = host_numbers(trace);
    const auto host_of = [&](int rank) { return hosts[static_cast<std::size_t>(rank)]; };
    const bool between_hosts = std::all_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
        return host_of(pair.first.first) != host_of(pair.first.second);
    });
    std::set<Pair> clocks;
    for (const auto& [ranks, worst] : pairs) {
        const int a = between_hosts ? host_of(ranks.first) : ranks.first,
                  b = between_hosts ? host_of(ranks.second) : ranks.second;
        clocks.insert({std::min(a, b), std::max(a, b)});
    }
    const std::set<int> wrong = cover_of(clocks);
    for (const RankTrace& rank : trace.ranks) {
        if (wrong.count(between_hosts ? host_of(rank.rank) : rank.rank) == 0) continue;
        check.ranks.push_back(rank.rank);
        if (between_hosts) add_once(check.hosts, rank.host);
    }
}

/// The ranks of hosts whose clocks were not compared with the others'.
void add_not_compared(const Trace& trace, ClockCheck& check) {
    for (const RankTrace& rank : trace.ranks) {
        if (!rank.present || rank.clock_is_compared) continue;
        check.are_compared = false;
        check.ranks.push_back(rank.rank);
        add_once(check.hosts, rank.host);
    }
}

std::string whose_clocks(const ClockCheck& check) {
    const bool is_one = (check.hosts.empty() ? check.ranks.size() : check.hosts.size()) == 1;
    const std::string owners =
        check.hosts.empty() ? rank_list(check.ranks, 8)
                            : fmt::format("host{} `{}`", is_one ? "" : "s", joined(check.hosts, "`, `"));
    return is_one ? fmt::format("the clock of {} and those of other {}", owners,
                                check.hosts.empty() ? "ranks" : "hosts")
                  : fmt::format("the clocks of {}", owners);
}

std::vector<std::string> contradictions(const ClockCheck& check) {
    std::vector<std::string> texts;
    if (check.messages > 0)
        texts.push_back(counted(check.messages, "message") + (check.messages == 1
                                                                  ? " was received before it was sent"
                                                                  : " were received before they were sent"));
    if (check.calls > 0)
        texts.push_back(counted(check.calls, "call") +
                        " of collective operations ended before another rank had brought its data");
    return texts;
}

const char* remedy(const Trace& trace, const ClockCheck& check) {
    if (has_simulated_clock(trace)) return "this is a fault of LOOP, please report it";
    if (is_archive(trace)) return "record the program again with clocks that agree";
    if (check.hosts.empty()) return "set `LOOP_TRACE_CLOCK=clock_gettime` for the ranks";
    return "call `\\VISIBLE_SYNC` more often, where LOOP compares the clocks, or synchronize the hosts' "
           "clocks";
}

} // namespace

bool ClockCheck::concerns(const Trace& trace, int rank, int other) const {
    const auto is_wrong = [&](int one) { return std::binary_search(ranks.begin(), ranks.end(), one); };
    if (rank == other || (!is_wrong(rank) && !is_wrong(other))) return false;
    return hosts.empty() || trace.ranks[static_cast<std::size_t>(rank)].host !=
                                trace.ranks[static_cast<std::size_t>(other)].host;
}

ClockCheck check_clocks(const Trace& trace, const Messages& messages, const Collectives& collectives) {
    ClockCheck check;
    add_not_compared(trace, check);
    if (!check.agree()) return check;
    Contradictions found(trace);
    found.of_messages(messages);
    found.of_collectives(collectives);
    for (const auto& [ranks, worst] : found.pairs()) {
        check.messages += worst.messages;
        check.calls += worst.calls;
        check.by_ns = std::max(check.by_ns, worst.by_ns);
    }
    name_ranks(trace, found.pairs(), check);
    return check;
}

ClockCheck check_clocks(const Trace& trace) {
    return check_clocks(trace, with_thread_messages(match_messages(trace), match_thread_messages(trace)),
                        match_collectives(trace));
}

std::string clock_check_text(const Trace& trace, const ClockCheck& check) {
    const std::string by = seconds_text(static_cast<double>(check.by_ns) * 1e-9);
    const std::string seen = joined(contradictions(check), ", and ");
    const std::string what =
        has_simulated_clock(trace) // one clock for all ranks
            ? fmt::format("by the record of this simulated run, {}, by {} at most", seen, by)
            : check.are_compared
                  ? fmt::format("{} disagree by at least {}: {}", whose_clocks(check), by, seen)
                  : fmt::format("it is unknown by how much {} differ", whose_clocks(check));
    return fmt::format(
        "{}. Times of different ranks cannot be compared, so late ranks, the critical path, what "
        "bounds the run, messages in flight, and times in transit are unknown; {}",
        what, remedy(trace, check));
}

} // namespace loop::report
