#include "base/text/strings.h"
#include "report/findings/late_ranks.h"
#include "report/findings/trace_conclusions.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace loop::report {

namespace {

/// Ranks that have something to do nearly all the time, while the others wait. They send and receive much
/// more than these, so they need not compute longer. Times are averages, in nanoseconds.
struct Bottleneck {
    std::vector<int> ranks;           ///< in ascending order
    double computing_ns, handling_ns; ///< of one of them; handling: sending and receiving (State::Overhead)
    double others_ns;                 ///< both, of another rank
};

const StateTimes& times_of(const Analysis& analysis, int rank) {
    return analysis.times_by_rank[static_cast<std::size_t>(rank)];
}

double computing_ns(const StateTimes& times) {
    return static_cast<double>(times.of(State::Busy));
}
double handling_ns(const StateTimes& times) {
    return static_cast<double>(times.of(State::Overhead));
}
double load_ns(const StateTimes& times) {
    return computing_ns(times) + handling_ns(times);
}

double average(const Analysis& analysis, const std::vector<int>& ranks, double (*figure)(const StateTimes&)) {
    double sum = 0;
    for (const int rank : ranks)
        sum += figure(times_of(analysis, rank));
    return sum / static_cast<double>(ranks.size());
}

/// Those that are as busy as the busiest one.
std::vector<int> most_loaded(const Analysis& analysis, const std::vector<int>& all) {
    constexpr double alike = 0.95;
    double most = 0;
    for (const int rank : all)
        most = std::max(most, load_ns(times_of(analysis, rank)));
    std::vector<int> ranks;
    for (const int rank : all)
        if (load_ns(times_of(analysis, rank)) >= alike * most) ranks.push_back(rank);
    return ranks;
}

std::vector<int> all_measured_ranks(const Analysis& analysis) {
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < analysis.times_by_rank.size(); ++rank)
        if (analysis.times_by_rank[rank].measured_ns() > 0) ranks.push_back(static_cast<int>(rank));
    return ranks;
}

/// Nothing if there are no such ranks, or more than a third of all (half of two).
std::optional<Bottleneck> bottleneck(const Analysis& analysis) {
    constexpr double nearly_all = 0.9, less = 0.25, much = 0.1;
    const auto whole = static_cast<double>(analysis.path.length_ns);
    const std::vector<int> all = all_measured_ranks(analysis), ranks = most_loaded(analysis, all);
    if (whole <= 0 || !is_few(ranks.size(), all.size())) return std::nullopt;
    std::vector<int> others;
    std::set_difference(all.begin(), all.end(), ranks.begin(), ranks.end(), std::back_inserter(others));
    const Bottleneck found{ranks, average(analysis, ranks, computing_ns),
                           average(analysis, ranks, handling_ns), average(analysis, others, load_ns)};
    const double load = found.computing_ns + found.handling_ns, longer = load - found.others_ns;
    const double more_handling = found.handling_ns - average(analysis, others, handling_ns);
    const bool is_busy = load >= nearly_all * whole && longer >= less * load;
    const bool handles_more = more_handling >= std::max(much * whole, longer / 4);
    return is_busy && handles_more ? std::optional(found) : std::nullopt;
}

} // namespace

std::optional<Conclusion> bottleneck_conclusion(const TracedRun& run) {
    const auto found = bottleneck(run.analysis);
    if (!found) return std::nullopt;
    const auto percent = [&](double ns) {
        return 100 * ns / static_cast<double>(run.analysis.path.length_ns);
    };
    const double busy_percent = percent(found->computing_ns + found->handling_ns);
    const std::string what =
        found->computing_ns < found->handling_ns / 100
            ? "sending and receiving"
            : fmt::format("{} computing, {} sending and receiving", share_text(percent(found->computing_ns)),
                          share_text(percent(found->handling_ns)));
    const bool is_one = found->ranks.size() == 1;
    return share_conclusion(
        "bottleneck-rank",
        fmt::format("{} {} the bottleneck: {} busy for {} of the run's time ({}), another rank for {} "
                    "on average.",
                    upper_first(rank_list(found->ranks, 8)), is_one ? "is" : "are",
                    is_one ? "it is" : "they are", share_text(busy_percent), what,
                    share_text(percent(found->others_ns))),
        busy_percent, "states");
}

} // namespace loop::report
