#include "report/findings/time_split.h"

#include "report/findings/late_ranks.h"
#include "trace/analysis/saved.h"

#include <algorithm>

namespace loop::report {

namespace {

/// The most that uneven computing can cost: the longest time in which a rank has ended, or waits for others.
/// Then it neither computes, nor handles messages, nor waits for data on their way.
double most_lost_ns(const Analysis& analysis) {
    std::int64_t most = 0;
    for (std::size_t rank = 0; rank < analysis.times_by_rank.size(); ++rank) {
        const StateTimes& times = analysis.times_by_rank[rank];
        most = std::max(most, analysis.path.length_ns - times.of(State::Busy) - times.of(State::Overhead) -
                                  times.of(State::InMpi) - analysis.late_partners.transit_by_rank_ns[rank]);
    }
    return static_cast<double>(most);
}

/// What the rank for which the others wait computes longer is lost as far as the run would be shorter without
/// it, also if a part of it is not on the path. Of the rest, other ranks take their turn as far as the run
/// would be shorter with even steps.
void lose_what_is_saved(TimeSplit& split, const Analysis& analysis) {
    if (!analysis.surplus_ns) return;
    const auto saved = static_cast<double>(*analysis.surplus_ns);
    const double longer = std::min(saved, longest_on_path(analysis) - split.average_rank_ns);
    const double hidden = std::clamp(longer - split.imbalance_ns, 0.0, split.computing_ns);
    split.imbalance_ns += hidden;
    split.computing_ns -= hidden;
    const double lost = std::min(split.imbalance_ns, saved);
    const double rest = split.imbalance_ns - lost;
    const double even = static_cast<double>(analysis.uneven_steps_ns.value_or(0));
    const double in_turn = std::clamp(even - lost - split.in_turn_ns, 0.0, rest);
    split.imbalance_ns = lost;
    split.in_turn_ns += in_turn;
    split.computing_ns += rest - in_turn;
}

/// Where ranks wait for each other in turn, one that computes a little longer is one of them.
void join_little_imbalance(TimeSplit& split) {
    constexpr double little = 0.05; // of the run
    if (split.imbalance_ns >= little * split.whole_ns || split.in_turn_ns <= split.imbalance_ns) return;
    split.in_turn_ns += split.imbalance_ns;
    split.imbalance_ns = 0;
}

/// Computing on the path that makes no rank wait longer is not lost.
void lose_no_more(TimeSplit& split, double most_ns) {
    const double lost = split.imbalance_ns + split.in_turn_ns;
    if (lost <= most_ns) return;
    split.imbalance_ns *= most_ns / lost;
    split.in_turn_ns *= most_ns / lost;
    split.computing_ns += lost - most_ns;
}

} // namespace

std::optional<TimeSplit> time_split(const Analysis& analysis) {
    const CriticalPath& path = analysis.path;
    if (!analysis.imbalance || path.length_ns <= 0) return std::nullopt;
    const std::int64_t unknown_ns = path.on_ranks.of(State::Unknown) + path.on_ranks.of(State::Excluded);
    if (unknown_ns > path.length_ns / 10) return std::nullopt;
    const auto on_path = static_cast<double>(path.on_ranks.of(State::Busy));
    TimeSplit split;
    split.whole_ns = static_cast<double>(path.length_ns);
    split.average_rank_ns = analysis.imbalance->mean_ns;
    split.computing_ns = std::min(split.average_rank_ns, on_path);
    split.imbalance_ns =
        std::clamp(longest_on_path(analysis) - split.average_rank_ns, 0.0, on_path - split.computing_ns);
    split.in_turn_ns = on_path - split.computing_ns - split.imbalance_ns;
    lose_what_is_saved(split, analysis);
    join_little_imbalance(split);
    split.communication_ns = split.whole_ns - on_path;
    lose_no_more(split,
                 std::max(most_lost_ns(analysis), static_cast<double>(analysis.uneven_steps_ns.value_or(0))));
    split.unrecorded_mpi_ns =
        std::min(split.communication_ns, static_cast<double>(path.on_ranks.of(State::InMpi)));
    split.average_mpi_ns =
        static_cast<double>(analysis.times.of(State::InMpi)) / std::max(1, measured_ranks(analysis));
    return split;
}

std::optional<TimeSplit> time_split_beside_late_ranks(const Trace& trace, const Analysis& analysis) {
    std::optional<TimeSplit> split = time_split(analysis);
    const std::optional<BusyRanks> late = busy_ranks(analysis);
    if (!split || !late || !explain_imbalance(trace, analysis, late->ranks)) return split;
    if (split->in_turn_ns > split->imbalance_ns) return split; // then these ranks are some of many
    const auto saved = most_saved_by(trace, analysis, late->ranks, late->others);
    if (!saved) return split;
    const double more_ns = std::min(static_cast<double>(*saved) - split->imbalance_ns, split->computing_ns);
    if (more_ns <= 0) return split;
    split->imbalance_ns += more_ns;
    split->computing_ns -= more_ns;
    split->average_rank_ns = longest_on_path(analysis) - late->longer_ns;
    split->is_of_others = true;
    return split;
}

} // namespace loop::report
