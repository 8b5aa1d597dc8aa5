#include "trace/analysis/analysis.h"

#include "trace/analysis/saved.h"
#include "trace/read/parallel.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>

namespace loop::report {

namespace {

void analyse_states(const Trace& trace, std::size_t bins, ExcludedTime excluded, Analysis& result) {
    const TimeRange range = whole(trace);
    result.states = states_of(trace);
    result.grid = {range, std::max<std::size_t>(1, bins),
                   excluded == ExcludedTime::LeftOut ? breaks_of(result.states, range, between_parts(trace))
                                                     : Breaks()};
    for (const RankStates& rank : result.states)
        result.times_by_rank.push_back(times_in(rank, result.grid.range));
    for (const StateTimes& times : result.times_by_rank)
        result.times += times;
    result.dealer = dealer_of(trace, result.states, result.times_by_rank);
    result.imbalance = imbalance_of(result.times_by_rank, result.dealer);
    result.utilization = utilization_count(result.states, result.grid);
    result.concurrency = concurrency_profile(result.states, result.grid.range);
}

void analyse_waits(const Trace& trace, Analysis& result) {
    if (!result.clocks.agree()) {
        result.late_partners = no_late_partners(trace.ranks.size());
        result.path = no_critical_path(trace, result.states);
        return;
    }
    result.late_partners = late_partners_of(trace, result.messages, result.collectives, result.dealer);
    result.path = critical_path(trace, result.states, result.messages, result.collectives);
}

/// Whether a rank, or the ranks on the critical path together, compute so much longer than the average that
/// it matters.
bool is_uneven(const Analysis& analysis) {
    constexpr double little = 0.01;
    if (!analysis.imbalance) return false;
    const std::int64_t longest = std::max(analysis.imbalance->max_ns, analysis.path.on_ranks.of(State::Busy));
    return static_cast<double>(longest) - analysis.imbalance->mean_ns >=
           little * static_cast<double>(analysis.path.length_ns);
}

/// Whether the dependencies explain how long the run took.
bool explain(const Trace& trace, const Analysis& analysis) {
    constexpr std::int64_t same = 1000, little = 20; // parts of the whole
    const std::int64_t whole_ns = analysis.path.length_ns;
    for (const RankDependencies& rank : analysis.dependencies)
        if (rank.unexplained_ns > whole_ns / little) return false;
    const auto unchanged = replay(trace, analysis.states, analysis.dependencies, analysis.collectives, {});
    return unchanged && std::abs(unchanged->longest_ns - whole_ns) <= whole_ns / same;
}

void find_dependencies(const Trace& trace, Analysis& result) {
    if (!result.clocks.agree() || !result.thread_messages.empty() || !is_uneven(result)) return;
    result.dependencies = dependencies_of(trace, result.messages, result.collectives);
    if (!explain(trace, result)) result.dependencies.clear();
    const std::vector<int> ranks = compared_ranks(result);
    result.surplus_ns = most_saved_by(trace, result, ranks, ranks);
    result.uneven_steps_ns = saved_by_even_steps(trace, result, ranks);
}

void analyse_phases(const Trace& trace, Analysis& result) {
    result.phases = traced_phases(trace, result.states);
    result.ranks_by_phase = ranks_in_phases(trace, result.phases, result.grid);
    for (const TracedPhase& phase : result.phases) {
        std::vector<StateTimes> times;
        for (const PhaseStates& rank : phase.by_rank)
            times.push_back(rank.times);
        result.imbalance_by_phase.push_back(imbalance_of(times, result.dealer));
    }
}

} // namespace

Analysis analyze(const Trace& trace, std::size_t bins, ExcludedTime excluded) {
    Analysis result;
    analyse_states(trace, bins, excluded, result);
    result.messages = match_messages(trace);
    result.thread_messages = match_thread_messages(trace);
    // Its copy is made only if threads communicate.
    const std::optional<Messages> with_threads =
        result.thread_messages.empty()
            ? std::nullopt
            : std::optional(with_thread_messages(result.messages, result.thread_messages));
    const Messages& all_messages = with_threads ? *with_threads : result.messages;
    result.collectives = match_collectives(trace);
    result.clocks = check_clocks(trace, all_messages, result.collectives);
    // Without messages, there are no times in transit.
    const Messages none;
    const Messages& comparable = result.clocks.agree() ? all_messages : none;
    // The remaining tasks are independent of each other; the longest ones come first.
    const std::function<void()> rest[] = {
        [&] {
            analyse_waits(trace, result);
            find_dependencies(trace, result);
        },
        [&] { result.flight = in_flight(comparable, result.grid); },
        [&] { result.queues = queues_of(trace, comparable, result.grid); },
        [&] { analyse_phases(trace, result); },
        [&] { result.site_times = site_times(trace, result.states); },
        [&] { result.traffic = traffic_of(trace, result.clocks.agree() ? result.messages : none); },
        [&] { result.marks = marks_of(trace); },
        [&] { result.host_calls = call_counts_of(trace); },
        [&] { result.threads = thread_states(trace); },
        [&] { result.matrix = communication_matrix(trace, all_messages); },
    };
    parallel_for(std::size(rest), [&](std::size_t i) { rest[i](); });
    result.portrait = phase_portrait(result.utilization, result.flight);
    return result;
}

} // namespace loop::report
