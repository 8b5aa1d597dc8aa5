#include "report/findings/time_split.h"

#include "report/findings/late_ranks.h"

#include <algorithm>

namespace loop::report {

namespace {

/// How long the critical path is in transit with messages.
std::int64_t messages_on_path_ns(const Analysis& analysis) {
    const std::vector<Traffic>& traffic = analysis.traffic.by_site;
    std::int64_t sum = 0;
    for (std::size_t site = 0; site < traffic.size(); ++site)
        if (traffic[site].received.bytes.count > 0) sum += analysis.path.transit_by_site_ns[site];
    return sum;
}

/// The most that uneven computing can cost: the longest time in which a rank has ended, or waits for others.
/// Then it neither computes, nor waits for messages on their way, nor communicates as the ranks on the path
/// do.
double most_lost_ns(const Analysis& analysis, double communication_ns) {
    std::int64_t most = 0;
    for (std::size_t rank = 0; rank < analysis.times_by_rank.size(); ++rank)
        most = std::max(most, analysis.path.length_ns - analysis.times_by_rank[rank].of(State::Busy) -
                                  analysis.late_partners.transit_by_rank_ns[rank]);
    const double handled_ns = communication_ns - static_cast<double>(messages_on_path_ns(analysis));
    return std::max(0.0, static_cast<double>(most) - handled_ns);
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
    split.communication_ns = split.whole_ns - on_path;
    lose_no_more(split, most_lost_ns(analysis, split.communication_ns));
    split.unrecorded_mpi_ns =
        std::min(split.communication_ns, static_cast<double>(path.on_ranks.of(State::InMpi)));
    return split;
}

} // namespace loop::report
