#include "trace/analysis/waits/replay.h"

#include "trace/analysis/waits/state_reader.h"

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

/// Lets all ranks go as far as what they need allows, until all are at their ends.
class Replay {
public:
    Replay(const Trace& trace, const std::vector<RankStates>& states,
           const std::vector<RankDependencies>& dependencies, const Collectives& collectives,
           const std::vector<ComputingFactors>& factors, bool only_sure)
        : trace_(trace), dependencies_(dependencies), factors_(factors), only_sure_(only_sure),
          waiting_(trace.ranks.size()) {
        for (const CollectiveOperation& operation : collectives.operations)
            operations_.push_back({operation.parts, 0, {}});
        for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank) {
            ranks_.emplace_back(states[rank], trace.ranks[rank]);
            ready_.push_back(rank);
        }
    }

    std::optional<Replayed> run() {
        while (!ready_.empty()) {
            const std::size_t rank = ready_.back();
            ready_.pop_back();
            advance(rank);
        }
        Replayed result{0, {}};
        for (Rank& rank : ranks_) {
            if (!rank.has_ended) return std::nullopt;
            result.longest_ns = std::max(result.longest_ns, rank.measured_ns);
            result.times.push_back(std::move(rank.times_ns));
        }
        return result;
    }

private:
    struct Rank {
        Rank(const RankStates& states, const RankTrace& trace)
            : reader(states), now_ns(trace.begin_ns), times_ns(trace.events.size()) {
            reader.until(trace.begin_ns);
        }
        StateReader reader;
        std::int64_t now_ns;
        std::int64_t measured_ns = 0;
        std::int64_t excluded_ns = 0;       ///< of the wait that the rank is in
        std::vector<std::int64_t> times_ns; ///< of the events that have taken place
        std::uint32_t next = 0;             ///< the next event
        std::size_t need = 0, wait = 0, start = 0, stretch = 0;
        bool has_ended = false;
    };
    struct Operation {
        std::uint32_t to_start; ///< so many ranks have not started it
        std::int64_t started_ns;
        std::vector<std::size_t> waiting;
    };

    /// Ranks that wait for this one look again when it has gone on. Ranks that wait for each other never end.
    void advance(std::size_t index) {
        Rank& rank = ranks_[index];
        const std::uint32_t first = rank.next;
        const std::vector<Event>& events = trace_.ranks[index].events;
        std::int64_t earliest_ns = 0;
        while (rank.next < events.size() && is_possible(index, earliest_ns)) {
            pass(rank, index, events[rank.next], earliest_ns);
            ++rank.next;
        }
        if (rank.next == events.size() && !rank.has_ended) {
            move(rank, index, trace_.ranks[index].end_ns, false, rank.now_ns);
            rank.has_ended = true;
        }
        if (rank.next == first) return;
        ready_.insert(ready_.end(), waiting_[index].begin(), waiting_[index].end());
        waiting_[index].clear();
    }

    /// Whether all that the next event needs has taken place; if so, sets the earliest time.
    bool is_possible(std::size_t index, std::int64_t& earliest_ns) {
        const Rank& rank = ranks_[index];
        const std::vector<Dependency>& needs = dependencies_[index].needs;
        earliest_ns = rank.now_ns;
        for (std::size_t i = rank.need; i < needs.size() && needs[i].event == rank.next; ++i) {
            const Dependency& need = needs[i];
            if (only_sure_ && !need.is_sure) continue;
            if (need.rank == no_partner) {
                Operation& operation = operations_[need.on];
                if (operation.to_start > 0) {
                    operation.waiting.push_back(index);
                    return false;
                }
                earliest_ns = std::max(earliest_ns, operation.started_ns + need.after_ns);
                continue;
            }
            const Rank& other = ranks_[static_cast<std::size_t>(need.rank)];
            if (other.next <= need.on) {
                if (&other == &rank) return false; // it would need its own future
                waiting_[static_cast<std::size_t>(need.rank)].push_back(index);
                return false;
            }
            earliest_ns = std::max(earliest_ns, other.times_ns[need.on] + need.after_ns);
        }
        return true;
    }

    void pass(Rank& rank, std::size_t index, const Event& event, std::int64_t earliest_ns) {
        const RankDependencies& own = dependencies_[index];
        const bool waits = rank.wait < own.waits.size() && own.waits[rank.wait] == rank.next;
        move(rank, index, event.time_ns, waits, earliest_ns);
        rank.times_ns[rank.next] = rank.now_ns;
        while (rank.wait < own.waits.size() && own.waits[rank.wait] <= rank.next)
            ++rank.wait;
        while (rank.need < own.needs.size() && own.needs[rank.need].event <= rank.next)
            ++rank.need;
        for (; rank.start < own.starts.size() && own.starts[rank.start].event <= rank.next; ++rank.start)
            start(own.starts[rank.start], rank.now_ns);
        if (event.kind == EventKind::Enter || event.kind == EventKind::Leave) ++rank.stretch;
    }

    /// The rank goes on to what took place at this time.
    void move(Rank& rank, std::size_t index, std::int64_t time_ns, bool waits, std::int64_t earliest_ns) {
        const StateTimes times = rank.reader.until(time_ns);
        const std::int64_t excluded_ns = times.of(State::Excluded);
        rank.excluded_ns += excluded_ns;
        std::int64_t to_ns = rank.now_ns;
        if (!waits) {
            const auto busy = static_cast<double>(times.of(State::Busy));
            const double left_out = (1 - factor(index, rank.stretch)) * busy;
            to_ns += times.measured_ns() + excluded_ns - std::llround(left_out);
        }
        to_ns = std::max(to_ns, earliest_ns);
        rank.measured_ns += std::max<std::int64_t>(0, to_ns - rank.now_ns - rank.excluded_ns);
        if (!waits || to_ns > rank.now_ns) rank.excluded_ns = 0;
        rank.now_ns = to_ns;
    }

    double factor(std::size_t rank, std::size_t stretch) const {
        return rank < factors_.size() && stretch < factors_[rank].size() ? factors_[rank][stretch] : 1;
    }

    void start(const OperationStart& start, std::int64_t now_ns) {
        Operation& operation = operations_[start.operation];
        operation.started_ns = std::max(operation.started_ns, now_ns + start.after_ns);
        if (--operation.to_start > 0) return;
        ready_.insert(ready_.end(), operation.waiting.begin(), operation.waiting.end());
        operation.waiting.clear();
    }

    const Trace& trace_;
    const std::vector<RankDependencies>& dependencies_;
    const std::vector<ComputingFactors>& factors_;
    bool only_sure_;
    std::vector<Rank> ranks_;
    std::vector<Operation> operations_;
    std::vector<std::vector<std::size_t>> waiting_; ///< by rank: the ranks that wait for one of its events
    std::vector<std::size_t> ready_;                ///< ranks that may be able to go on
};

} // namespace

std::optional<Replayed> replay(const Trace& trace, const std::vector<RankStates>& states,
                               const std::vector<RankDependencies>& dependencies,
                               const Collectives& collectives, const std::vector<ComputingFactors>& factors,
                               bool only_sure) {
    return Replay(trace, states, dependencies, collectives, factors, only_sure).run();
}

} // namespace loop::report
