#include "report/findings/time_split.h"
#include "report/findings/trace_conclusions.h"
#include "report/findings/wording.h"
#include "trace/analysis/states/visits.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>

namespace loop::report {

namespace {

/// Bytes on their way between a rank and a partner.
struct Transfer {
    std::int64_t begin_ns, end_ns;
    std::int64_t bytes;
    std::int32_t rank, partner;
    std::uint32_t site; ///< at the rank
};

enum class Way { ToRank, FromRank };

bool was_measured(const TracedRun& run, std::int32_t rank, std::int64_t time_ns) {
    return state_at(run.analysis.states[static_cast<std::size_t>(rank)], time_ns) != State::Excluded;
}

/// All that ranks receive, or send, in measured time: messages, and what the root of a gather or scatter
/// moves.
class Transfers {
public:
    Transfers(const TracedRun& run, Way way) : run_(run), way_(way) {
        for (const Message& message : run.analysis.messages.matched)
            add(message);
        for (const CollectiveOperation& operation : run.analysis.collectives.operations)
            add(operation);
    }

    const std::vector<Transfer>& all() const { return all_; }

private:
    const Event& event(std::int32_t rank, std::uint32_t index) const {
        return run_.trace().ranks[static_cast<std::size_t>(rank)].events[index];
    }

    void add(const Message& message) {
        if (message.violated() || !message.is_measured) return;
        if (way_ == Way::ToRank)
            all_.push_back({message.sent_ns, message.received_ns, message.bytes, message.receiver,
                            message.sender, event(message.receiver, message.receive_event).site});
        else
            all_.push_back({message.sent_ns, message.received_ns, message.bytes, message.sender,
                            message.receiver, event(message.sender, message.send_event).site});
    }

    void add(const CollectiveOperation& operation) {
        const Collectives& collectives = run_.analysis.collectives;
        const bool moves = way_ == Way::ToRank ? gathers(run_.trace(), collectives, operation)
                                               : scatters(run_.trace(), collectives, operation);
        if (!moves) return;
        const auto* const first = collectives.parts.data() + operation.first_part;
        const auto* const end = first + operation.parts;
        const auto* const root =
            std::find_if(first, end, [&](const CollectivePart& part) { return part.rank == operation.root; });
        if (root == end || !was_measured(run_, root->rank, root->begin_ns)) return;
        for (const auto* part = first; part != end; ++part)
            if (part != root) add(*root, *part, operation.parts);
    }

    /// The root of a scatter contributes a block for each of the `ranks`, its own too.
    void add(const CollectivePart& root, const CollectivePart& part, std::int64_t ranks) {
        const Event& of_root = event(root.rank, root.event);
        const std::int64_t bytes =
            way_ == Way::ToRank ? event(part.rank, part.event).bytes : of_root.bytes / ranks;
        const std::int64_t begin_ns = std::max(root.begin_ns, part.begin_ns);
        const std::int64_t end_ns = way_ == Way::ToRank ? root.end_ns : part.end_ns;
        if (begin_ns < end_ns) all_.push_back({begin_ns, end_ns, bytes, root.rank, part.rank, of_root.site});
    }

    const TracedRun& run_;
    Way way_;
    std::vector<Transfer> all_;
};

/// When a rank has transfers with several partners at once.
std::vector<TimeRange> crowded_times(const std::vector<Transfer>& transfers) {
    std::vector<std::pair<std::int64_t, std::pair<int, std::int32_t>>> changes; // time; +1 or -1, partner
    for (const Transfer& transfer : transfers) {
        changes.push_back({transfer.begin_ns, {1, transfer.partner}});
        changes.push_back({transfer.end_ns, {-1, transfer.partner}});
    }
    std::sort(changes.begin(), changes.end());
    std::map<std::int32_t, int> open; // transfers by partner
    std::vector<TimeRange> times;
    std::int64_t since = 0;
    for (const auto& [time, change] : changes) {
        if (open.size() >= 2 && since < time) times.push_back({since, time});
        since = time;
        int& number = open[change.second];
        number += change.first;
        if (number == 0) open.erase(change.second);
    }
    return times;
}

std::int64_t length_ns(const std::vector<TimeRange>& times) {
    std::int64_t sum = 0;
    for (const TimeRange& range : times)
        sum += range.end_ns - range.begin_ns;
    return sum;
}

/// How long two lists of stretches of time, each in order and without overlap, have in common.
std::int64_t common_ns(const std::vector<TimeRange>& first, const std::vector<TimeRange>& second) {
    std::int64_t sum = 0;
    for (auto one = first.begin(), other = second.begin(); one != first.end() && other != second.end();) {
        sum += std::max<std::int64_t>(0, std::min(one->end_ns, other->end_ns) -
                                             std::max(one->begin_ns, other->begin_ns));
        (one->end_ns < other->end_ns ? one : other)++;
    }
    return sum;
}

/// A rank that has most of the transferred bytes.
struct Busiest {
    std::int32_t rank = 0;
    double percent = 0; ///< of all bytes
    std::uint32_t site = no_site;
    std::vector<Transfer> transfers;
};

/// What other ranks get of a rank's contribution. What the root of a gather contributes to itself, or takes
/// from its own scatter, does not move; that of a broadcast or allgather reaches each other rank.
double moved_bytes(const TracedRun& run, const CollectivePart& part) {
    const Collectives& collectives = run.analysis.collectives;
    const CollectiveOperation& operation = collectives.operations[part.operation];
    const auto bytes =
        static_cast<double>(run.trace().ranks[static_cast<std::size_t>(part.rank)].events[part.event].bytes);
    if (allgathers(run.trace(), collectives, operation)) return bytes * (operation.parts - 1);
    if (operation.root != part.rank) return bytes;
    if (gathers(run.trace(), collectives, operation)) return 0;
    if (broadcasts(run.trace(), collectives, operation)) return bytes * (operation.parts - 1);
    return scatters(run.trace(), collectives, operation) ? bytes - bytes / operation.parts : bytes;
}

/// The measured bytes of all messages, and what ranks contribute to measured collective operations, as often
/// as other ranks get it.
double all_bytes(const TracedRun& run) {
    double sum = 0;
    for (const Message& message : run.analysis.messages.matched)
        if (message.is_measured) sum += static_cast<double>(message.bytes);
    for (const CollectivePart& part : run.analysis.collectives.parts)
        if (was_measured(run, part.rank, part.begin_ns)) sum += moved_bytes(run, part);
    return sum;
}

std::optional<Busiest> busiest(const std::vector<Transfer>& all, double sum) {
    std::map<std::int32_t, double> by_rank;
    for (const Transfer& transfer : all)
        by_rank[transfer.rank] += static_cast<double>(transfer.bytes);
    const auto most = std::max_element(by_rank.begin(), by_rank.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == by_rank.end() || 2 * most->second <= sum) return std::nullopt;
    Busiest found{most->first, 100 * most->second / sum, no_site, {}};
    std::map<std::uint32_t, double> by_site;
    for (const Transfer& transfer : all)
        if (transfer.rank == found.rank) {
            found.transfers.push_back(transfer);
            by_site[transfer.site] += static_cast<double>(transfer.bytes);
        }
    found.site = std::max_element(by_site.begin(), by_site.end(), [](const auto& a, const auto& b) {
                     return a.second < b.second;
                 })->first;
    return found;
}

/// When the rank is where it receives a tenth of these bytes or more. What it does elsewhere, while data wait
/// for it, is not their cost.
std::vector<TimeRange> receiving_times(const TracedRun& run, const Busiest& busiest) {
    std::map<std::uint32_t, double> by_site;
    double all = 0;
    for (const Transfer& transfer : busiest.transfers) {
        by_site[transfer.site] += static_cast<double>(transfer.bytes);
        all += static_cast<double>(transfer.bytes);
    }
    std::vector<TimeRange> times;
    for (const Visit& visit : visits_of(run.trace(), busiest.rank)) {
        const auto site = by_site.find(visit.site);
        if (site == by_site.end() || site->second < all / 10) continue;
        if (!times.empty() && visit.begin_ns <= times.back().end_ns)
            times.back().end_ns = std::max(times.back().end_ns, visit.end_ns);
        else
            times.push_back({visit.begin_ns, visit.end_ns});
    }
    return times;
}

constexpr double much = 25; ///< percent of the run's time

/// How much longer than another one a rank computes.
std::int64_t difference_of_computing_ns(const TracedRun& run) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = 0;
    for (const StateTimes& times : run.analysis.times_by_rank) {
        if (times.measured_ns() == 0) continue;
        least = std::min(least, times.of(State::Busy));
        most = std::max(most, times.of(State::Busy));
    }
    return std::max<std::int64_t>(0, most - least);
}

/// Whether communication takes less than half of the run, and data are on their way for longer than that, or
/// ranks compute for unlike times: then something else may hide the data, and they may wait for a late rank.
bool is_doubtful(const TracedRun& run, std::int64_t cost_ns, const TimeSplit& split) {
    constexpr double clearly = 1.2, little = 10; // percent of the run's time
    if (2 * split.messages_ns() >= split.whole_ns) return false;
    return static_cast<double>(cost_ns) > clearly * split.messages_ns() ||
           split.percent(static_cast<double>(difference_of_computing_ns(run))) > little;
}

std::optional<Conclusion> flooded(const TracedRun& run, const TimeSplit& split, Way way) {
    const auto found = busiest(Transfers(run, way).all(), all_bytes(run));
    if (!found) return std::nullopt;
    const std::vector<TimeRange> crowded = crowded_times(found->transfers);
    const std::int64_t cost_ns =
        way == Way::ToRank ? common_ns(crowded, receiving_times(run, *found)) : length_ns(crowded);
    const double percent =
        100 * static_cast<double>(cost_ns) / static_cast<double>(run.analysis.path.length_ns);
    if (percent < much || is_doubtful(run, cost_ns, split)) return std::nullopt;
    const char* const text = way == Way::ToRank ? "Rank {} is flooded: it receives {} of all bytes, most in "
                                                  "{}, and for {} of the run's time, data of several "
                                                  "ranks are on their way to it at once."
                                                : "Rank {} sends {} of all bytes, most in {}, and for {} of "
                                                  "the run's time, its data for several ranks are on their "
                                                  "way at once.";
    return share_conclusion(
        way == Way::ToRank ? "flooded-rank" : "flooding-rank",
        fmt::format(fmt::runtime(text), found->rank, share_text(found->percent),
                    site_place(run.trace(), found->site), share_text(std::min(percent, 100.0))),
        std::min(percent, 100.0), "communication", source_line(run.directory, found->site));
}

} // namespace

std::optional<Conclusion> flooded_conclusion(const TracedRun& run) {
    const auto split = time_split(run.analysis);
    if (!split || split->percent(split->messages_ns()) < much) return std::nullopt;
    if (auto receiver = flooded(run, *split, Way::ToRank)) return receiver;
    return flooded(run, *split, Way::FromRank);
}

} // namespace loop::report
