#include "report/findings/time_split.h"

#include "report/findings/late_ranks.h"

#include <algorithm>

namespace loop::report {

std::optional<TimeSplit> time_split(const Analysis& analysis) {
    const CriticalPath& path = analysis.path;
    if (!analysis.imbalance || path.length_ns <= 0) return std::nullopt;
    if (path.on_ranks.of(State::Unknown) > path.length_ns / 10) return std::nullopt;
    const auto on_path = static_cast<double>(path.on_ranks.of(State::Busy));
    TimeSplit split;
    split.whole_ns = static_cast<double>(path.length_ns);
    split.average_rank_ns = analysis.imbalance->mean_ns;
    split.computing_ns = std::min(split.average_rank_ns, on_path);
    split.imbalance_ns =
        std::clamp(longest_on_path(analysis) - split.average_rank_ns, 0.0, on_path - split.computing_ns);
    split.in_turn_ns = on_path - split.computing_ns - split.imbalance_ns;
    split.communication_ns = split.whole_ns - on_path;
    split.unrecorded_mpi_ns =
        std::min(split.communication_ns, static_cast<double>(path.on_ranks.of(State::InMpi)));
    return split;
}

} // namespace loop::report
