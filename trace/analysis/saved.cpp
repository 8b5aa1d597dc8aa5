#include "trace/analysis/saved.h"

#include "trace/analysis/states/few_compute.h"
#include "trace/analysis/waits/replay.h"
#include "trace/analysis/waits/service_order.h"
#include "trace/analysis/waits/stretches.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace loop::report {

namespace {

/// How long messages and collective operations took, by kind: those that end at the same site, with the same
/// bytes.
class TimesByKind {
public:
    TimesByKind(const Trace& trace, std::vector<RankDependencies> dependencies)
        : trace_(trace), dependencies_(std::move(dependencies)) {
        each([&](const Dependency& need, const Kind& kind) { took_[kind].push_back(need.after_ns); });
        for (auto& [kind, times] : took_)
            std::sort(times.begin(), times.end());
    }

    /// What ranks need, as if each one took at most as long as the quickest tenth of its kind.
    std::vector<RankDependencies> quickest() const {
        return changed([](std::int64_t& after_ns, const std::vector<std::int64_t>& times) {
            after_ns = std::min(after_ns, times[times.size() / tenth]);
        });
    }

    /// The same, as if each one took at least as long as the slowest tenth of its kind: ranks that are in
    /// step send at the same time as the others.
    std::vector<RankDependencies> slowest() const {
        return changed([](std::int64_t& after_ns, const std::vector<std::int64_t>& times) {
            after_ns = std::max(after_ns, times[times.size() - 1 - times.size() / tenth]);
        });
    }

private:
    using Kind = std::tuple<std::uint32_t, std::int64_t, EventKind, bool>;
    static constexpr std::size_t tenth = 10;

    /// Each need of which it is known how long it took.
    template <class Act>
    void each(Act act) {
        for (std::size_t rank = 0; rank < dependencies_.size(); ++rank)
            for (Dependency& need : dependencies_[rank].needs) {
                if (!need.is_sure || need.rank == static_cast<std::int32_t>(rank)) continue;
                const Event& event = trace_.ranks[rank].events[need.event];
                if (event.kind == EventKind::Receive && need.message == no_event) continue;
                act(need, Kind{event.site, event.bytes, event.kind, need.rank == no_partner});
            }
    }

    template <class Change>
    std::vector<RankDependencies> changed(Change change) const {
        TimesByKind copy = *this;
        copy.each([&](Dependency& need, const Kind& kind) { change(need.after_ns, took_.at(kind)); });
        return std::move(copy.dependencies_);
    }

    const Trace& trace_;
    std::vector<RankDependencies> dependencies_;
    std::map<Kind, std::vector<std::int64_t>> took_;
};

/// What ranks need, as if collective operations took longer if the last rank to call were not late: what
/// others could do before it called, they would then do afterwards.
class LongerOperations {
public:
    LongerOperations(const Trace& trace, const Collectives& collectives,
                     const std::vector<ComputingFactors>& factors)
        : trace_(trace), collectives_(collectives), factors_(factors) {
        for (const CollectiveOperation& operation : collectives.operations)
            others_.push_back(others_in(operation));
    }

    std::vector<RankDependencies> of(std::vector<RankDependencies> dependencies) const {
        for (std::size_t rank = 0; rank < dependencies.size(); ++rank)
            for (Dependency& need : dependencies[rank].needs)
                need.after_ns += longer_ns(static_cast<int>(rank), need);
        return dependencies;
    }

private:
    /// Of the ranks of an operation, without the last one to call.
    struct Others {
        std::int64_t longest_ns = 0;    ///< in their calls
        std::int64_t latest_end_ns = 0; ///< of the calls
        std::int64_t second_end_ns = 0; ///< the latest one of another rank
        std::int32_t latest_rank = no_partner;

        std::int64_t latest_end_without(std::int32_t rank) const {
            return rank == latest_rank ? second_end_ns : latest_end_ns;
        }
    };

    Others others_in(const CollectiveOperation& operation) const {
        Others others;
        for (std::uint32_t i = operation.first_part; i < operation.first_part + operation.parts; ++i) {
            const CollectivePart& part = collectives_.parts[i];
            if (part.rank == operation.last_rank) continue;
            others.longest_ns = std::max(others.longest_ns, part.end_ns - part.begin_ns);
            if (others.latest_rank != no_partner && part.end_ns <= others.latest_end_ns) {
                others.second_end_ns = std::max(others.second_end_ns, part.end_ns);
                continue;
            }
            others.second_end_ns = others.latest_end_ns;
            others.latest_end_ns = part.end_ns;
            others.latest_rank = part.rank;
        }
        return others;
    }

    std::int64_t longer_ns(int rank, const Dependency& need) const {
        const Event& event = trace_.ranks[static_cast<std::size_t>(rank)].events[need.event];
        if (event.kind != EventKind::Collective) return 0;
        const CollectivePart* const part = collectives_.part_of(rank, need.event);
        if (part == nullptr) return 0;
        const CollectiveOperation& operation = collectives_.operations[part->operation];
        const bool is_late = !factors_[static_cast<std::size_t>(operation.last_rank)].empty();
        const bool is_of_late = need.rank == no_partner || need.rank == operation.last_rank;
        if (!is_late || !is_of_late) return 0;
        const std::int64_t afterwards_ns = event.time_ns - std::max(part->begin_ns, operation.last_begin_ns);
        if (afterwards_ns <= 0) return 0;
        return event.bytes < much_data ? extra_round_ns(operation, afterwards_ns)
                                       : before_ns(*part, operation, afterwards_ns);
    }

    /// With few data, and ranks that are no power of two, some ranks exchange data before the others do.
    static std::int64_t extra_round_ns(const CollectiveOperation& operation, std::int64_t afterwards_ns) {
        const bool is_power_of_two = (operation.parts & (operation.parts - 1)) == 0;
        return is_power_of_two ? 0 : afterwards_ns / std::max<std::int64_t>(1, doublings_of(operation.parts));
    }

    /// For how long others may have done a part of the operation before the last one called.
    std::int64_t before_ns(const CollectivePart& own, const CollectiveOperation& operation,
                           std::int64_t afterwards_ns) const {
        constexpr std::int64_t way_over_handling = 4;
        const Others& others = others_[own.operation];
        const std::int64_t doublings = doublings_of(operation.parts);
        // Another rank is still in its call: so it was not much more than what is done afterwards.
        const std::int32_t beside = own.rank == operation.last_rank ? no_partner : own.rank;
        if (others.latest_end_without(beside) > operation.last_begin_ns) return afterwards_ns;
        // This rank alone still waits for data.
        if (own.begin_ns < operation.last_begin_ns) return doublings * afterwards_ns;
        // All data had come. Afterwards, they were only handled, which may take less time than their way.
        return std::max(way_over_handling * doublings * afterwards_ns, operation.parts * others.longest_ns);
    }

    const Trace& trace_;
    const Collectives& collectives_;
    const std::vector<ComputingFactors>& factors_;
    std::vector<Others> others_; ///< by operation
};

/// The stretches of ranks, and replays with other lengths of them.
class Replays {
public:
    Replays(const Trace& trace, const Analysis& analysis)
        : trace_(trace), analysis_(analysis),
          while_few_(only_within(analysis.states, std::vector<std::vector<TimeRange>>(
                                                      trace.ranks.size(), few_compute(analysis.states)))) {}

    std::vector<Stretch> stretches(int rank) const {
        const auto index = static_cast<std::size_t>(rank);
        return stretches_of(trace_.ranks[index], analysis_.states[index], while_few_[index]);
    }

    std::vector<std::vector<Stretch>> stretches(const std::vector<int>& ranks) const {
        std::vector<std::vector<Stretch>> by_rank;
        for (const int rank : ranks)
            by_rank.push_back(stretches(rank));
        return by_rank;
    }

    /// The most that the run can save by these factors of computing, if messages take as long as in the run.
    std::optional<std::int64_t> most_saved_ns(const std::vector<ComputingFactors>& factors) const {
        return saved_ns(replay_with(analysis_.dependencies, factors, true));
    }

    /// The same, if large messages share links in the run only because some ranks compute longer, and
    /// collective operations with much data take as long for each rank as for the one that is the first to
    /// end.
    std::optional<std::int64_t>
    most_saved_without_sharing_ns(const std::vector<ComputingFactors>& factors) const {
        const auto most = most_saved_ns(factors);
        const std::vector<RankDependencies> unshared =
            SharedLinks(analysis_.messages, analysis_.dependencies, event_times()).unshared();
        const auto before = replay_with(unshared, {}, true);
        const auto now = replay_with(with_shortest_operations(unshared), factors, true);
        return most && before && now ? std::max(*most, before->longest_ns - now->longest_ns) : most;
    }

    /// The same, if messages and operations then take no longer than the quickest ones of their kind.
    std::optional<std::int64_t>
    most_saved_with_quickest_ns(const std::vector<ComputingFactors>& factors) const {
        return saved_ns(replay_with(TimesByKind(trace_, analysis_.dependencies).quickest(), factors, true));
    }

    /// The range of what the run can save. The least: messages that are then on their way at the same time
    /// share links, all take at least as long as the slowest ones, and collective operations with much data
    /// take longer.
    std::optional<Saved> saved(const std::vector<ComputingFactors>& factors) const {
        auto saved = least_saved(factors);
        const auto most = most_saved_without_sharing_ns(factors);
        if (!saved || !most) return std::nullopt;
        saved->most_ns = std::max(saved->least_ns, *most);
        saved->with_quickest_ns = std::max(saved->most_ns, most_saved_with_quickest_ns(factors).value_or(0));
        return saved;
    }

private:
    std::optional<Saved> least_saved(const std::vector<ComputingFactors>& factors) const {
        auto saved = least_saved_by_sharing(factors);
        const auto slowest =
            saved_ns(replay_with(TimesByKind(trace_, analysis_.dependencies).slowest(), factors, false));
        const auto longer = saved_ns(
            replay_with(LongerOperations(trace_, analysis_.collectives, factors).of(analysis_.dependencies),
                        factors, false));
        for (const auto& least : {slowest, longer})
            if (saved && least) saved->least_ns = std::min(saved->least_ns, *least);
        return saved;
    }

    std::optional<Saved> least_saved_by_sharing(const std::vector<ComputingFactors>& factors) const {
        constexpr int rounds = 2; // messages that take longer share links with more of the others
        auto now = replay_with(analysis_.dependencies, factors, false);
        const SharedLinks links(analysis_.messages, analysis_.dependencies, event_times());
        std::vector<RankDependencies> shared = analysis_.dependencies;
        for (int round = 0; round < rounds && now; ++round) {
            shared = links.at(now->times, shared);
            now = replay_with(shared, factors, false);
        }
        const auto saved = saved_ns(now);
        if (!saved) return std::nullopt;
        return Saved{*saved, *saved, has_other_order(shared, now->times)};
    }

    std::optional<Replayed> replay_with(const std::vector<RankDependencies>& dependencies,
                                        const std::vector<ComputingFactors>& factors, bool only_sure) const {
        return replay(trace_, analysis_.states, dependencies, analysis_.collectives, factors, only_sure);
    }

    /// Whether ranks would be served in another order at these times than in the run.
    bool has_other_order(const std::vector<RankDependencies>& dependencies, const EventTimes& now) const {
        constexpr std::int64_t little = 100; // parts of the run
        const auto waits_ns = [&](const std::vector<RankDependencies>& needs, const EventTimes& times) {
            return waits_for_order_ns(trace_, analysis_.messages, needs, times);
        };
        return waits_ns(dependencies, now) - waits_ns(analysis_.dependencies, event_times()) >
               analysis_.path.length_ns / little;
    }

    std::optional<std::int64_t> saved_ns(const std::optional<Replayed>& run) const {
        if (!run) return std::nullopt;
        return std::max<std::int64_t>(0, analysis_.path.length_ns - run->longest_ns);
    }

    EventTimes event_times() const {
        EventTimes times;
        for (const RankTrace& rank : trace_.ranks) {
            times.emplace_back();
            for (const Event& event : rank.events)
                times.back().push_back(event.time_ns);
        }
        return times;
    }

    const Trace& trace_;
    const Analysis& analysis_;
    const std::vector<RankStates> while_few_;
};

/// How much longer a rank computes than the others do on average; negative: shorter.
double surplus_of(const Analysis& analysis, int rank, const std::vector<int>& others) {
    const auto busy_ns = [&](int one) {
        return static_cast<double>(analysis.times_by_rank[static_cast<std::size_t>(one)].of(State::Busy));
    };
    double average_ns = 0;
    for (const int other : others)
        average_ns += busy_ns(other) / static_cast<double>(others.size());
    return busy_ns(rank) - average_ns;
}

/// By rank: none of these ranks computes longer than the others do on average.
std::vector<ComputingFactors> without_surplus(const Replays& replays, const Analysis& analysis,
                                              const std::vector<int>& ranks, const std::vector<int>& others) {
    const UsualComputing usual(replays.stretches(others));
    std::vector<ComputingFactors> factors(analysis.times_by_rank.size());
    for (const int rank : ranks)
        if (const double surplus_ns = surplus_of(analysis, rank, others); surplus_ns > 0)
            factors[static_cast<std::size_t>(rank)] =
                usual.factors_without(surplus_ns, replays.stretches(rank));
    return factors;
}

/// The most that the run can save, but no more than these ranks compute longer together than those of the
/// others that do not.
std::optional<std::int64_t> at_most_surplus(std::optional<std::int64_t> most_ns, const Analysis& analysis,
                                            const std::vector<int>& ranks, const std::vector<int>& others) {
    std::vector<int> longer, usual;
    for (const int rank : ranks)
        if (surplus_of(analysis, rank, others) > 0) longer.push_back(rank);
    std::set_difference(others.begin(), others.end(), longer.begin(), longer.end(),
                        std::back_inserter(usual));
    if (!most_ns || usual.empty()) return most_ns;
    double surplus_ns = 0;
    for (const int rank : longer)
        surplus_ns += surplus_of(analysis, rank, usual);
    return std::min(*most_ns, static_cast<std::int64_t>(surplus_ns));
}

/// By rank: these ranks compute as long as they do on average in each of their stretches.
std::vector<ComputingFactors> to_usual(const Replays& replays, const Analysis& analysis,
                                       const std::vector<int>& ranks) {
    const UsualComputing usual(replays.stretches(ranks));
    std::vector<ComputingFactors> factors(analysis.times_by_rank.size());
    for (const int rank : ranks)
        factors[static_cast<std::size_t>(rank)] = usual.factors_to_usual(replays.stretches(rank));
    return factors;
}

/// By rank: these take only a part of their time.
std::vector<ComputingFactors> with_shorter(const Replays& replays, std::size_t ranks,
                                           const std::vector<Shorter>& shorter) {
    std::vector<ComputingFactors> factors(ranks);
    for (const Shorter& one : shorter) {
        const std::vector<Stretch> stretches = replays.stretches(one.rank);
        ComputingFactors& own = factors[static_cast<std::size_t>(one.rank)];
        own.resize(stretches.size(), 1);
        for (std::size_t i = 0; i < stretches.size(); ++i) {
            const Stretch& stretch = stretches[i];
            const bool is_there =
                stretch.site == one.site && (one.site != no_site || stretch.after == one.after);
            if (is_there && stretch.range.begin_ns >= one.range.begin_ns &&
                stretch.range.begin_ns < one.range.end_ns)
                own[i] = static_cast<float>(one.part);
        }
    }
    return factors;
}

} // namespace

std::optional<Saved> saved_by(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks,
                              const std::vector<int>& others) {
    if (analysis.dependencies.empty() || others.empty()) return std::nullopt;
    const Replays replays(trace, analysis);
    const std::vector<ComputingFactors> factors = without_surplus(replays, analysis, ranks, others);
    auto saved = replays.saved(factors);
    if (!saved) return std::nullopt;
    const std::int64_t most_ns = *at_most_surplus(saved->most_ns, analysis, ranks, others);
    saved->most_ns = std::max(saved->least_ns, most_ns);
    saved->has_large_operations = has_large_operations(trace, analysis);
    return saved;
}

std::optional<Saved> saved_by_shorter(const Trace& trace, const Analysis& analysis,
                                      const std::vector<Shorter>& shorter) {
    if (analysis.dependencies.empty()) return std::nullopt;
    const Replays replays(trace, analysis);
    const auto factors = with_shorter(replays, trace.ranks.size(), shorter);
    auto saved = replays.saved(factors);
    if (saved) saved->has_large_operations = has_large_operations(trace, analysis);
    return saved;
}

std::optional<std::int64_t> most_saved_by(const Trace& trace, const Analysis& analysis,
                                          const std::vector<int>& ranks, const std::vector<int>& others) {
    if (analysis.dependencies.empty() || others.empty()) return std::nullopt;
    const Replays replays(trace, analysis);
    return replays.most_saved_ns(without_surplus(replays, analysis, ranks, others));
}

std::optional<std::int64_t> most_saved_with_messages_by(const Trace& trace, const Analysis& analysis,
                                                        const std::vector<int>& ranks,
                                                        const std::vector<int>& others) {
    if (analysis.dependencies.empty() || others.empty()) return std::nullopt;
    const Replays replays(trace, analysis);
    return at_most_surplus(
        replays.most_saved_without_sharing_ns(without_surplus(replays, analysis, ranks, others)), analysis,
        ranks, others);
}

std::optional<std::int64_t> saved_by_even_steps(const Trace& trace, const Analysis& analysis,
                                                const std::vector<int>& ranks) {
    if (analysis.dependencies.empty() || ranks.empty()) return std::nullopt;
    const Replays replays(trace, analysis);
    return replays.most_saved_ns(to_usual(replays, analysis, ranks));
}

std::optional<std::int64_t> saved_by_even_steps_with_quickest(const Trace& trace, const Analysis& analysis,
                                                              const std::vector<int>& ranks) {
    if (analysis.dependencies.empty() || ranks.empty()) return std::nullopt;
    const Replays replays(trace, analysis);
    return replays.most_saved_with_quickest_ns(to_usual(replays, analysis, ranks));
}

std::optional<std::int64_t> saved_without_computing(const Trace& trace, const Analysis& analysis, int rank) {
    if (analysis.dependencies.empty()) return std::nullopt;
    const Replays replays(trace, analysis);
    std::vector<ComputingFactors> factors(trace.ranks.size());
    factors[static_cast<std::size_t>(rank)].assign(replays.stretches(rank).size(), 0);
    return replays.most_saved_ns(factors);
}

bool has_large_operations(const Trace& trace, const Analysis& analysis) {
    constexpr std::int64_t large = 1024, much = 10; // bytes, parts of the run
    const Collectives& collectives = analysis.collectives;
    std::vector<std::int64_t> by_rank(trace.ranks.size());
    for (const CollectivePart& part : collectives.parts) {
        const std::vector<Event>& events = trace.ranks[static_cast<std::size_t>(part.rank)].events;
        if (events[part.event].bytes < large || !needs_all(trace, collectives, part)) continue;
        const std::int64_t since_ns =
            std::max(part.begin_ns, collectives.operations[part.operation].last_begin_ns);
        by_rank[static_cast<std::size_t>(part.rank)] +=
            std::max<std::int64_t>(0, events[part.event].time_ns - since_ns);
    }
    return std::any_of(by_rank.begin(), by_rank.end(), [&](std::int64_t in_operations_ns) {
        return in_operations_ns >= analysis.path.length_ns / much;
    });
}

std::vector<int> compared_ranks(const Analysis& analysis, const std::vector<int>& without) {
    std::vector<int> ranks;
    for (int rank = 0; rank < static_cast<int>(analysis.times_by_rank.size()); ++rank)
        if (analysis.times_by_rank[static_cast<std::size_t>(rank)].measured_ns() > 0 &&
            analysis.dealer != rank && !std::binary_search(without.begin(), without.end(), rank))
            ranks.push_back(rank);
    return ranks;
}

} // namespace loop::report
