#include "report/findings/time_split.h"

#include <algorithm>

namespace loop::report {

std::optional<TimeSplit> time_split(const Analysis& analysis) {
    const CriticalPath& path = analysis.path;
    if (!analysis.imbalance || path.length_ns <= 0) return std::nullopt;
    if (path.on_ranks.of(State::Unknown) > path.length_ns / 10) return std::nullopt;
    const auto busiest = static_cast<double>(analysis.imbalance->max_ns);
    const auto on_path = static_cast<double>(path.on_ranks.of(State::Busy));
    TimeSplit split;
    split.whole_ns = static_cast<double>(path.length_ns);
    split.computing_ns = analysis.imbalance->mean_ns;
    split.imbalance_ns = busiest - split.computing_ns;
    split.in_turn_ns = std::max(0.0, on_path - busiest);
    split.communication_ns = std::max(0.0, split.whole_ns - busiest - split.in_turn_ns);
    split.unrecorded_mpi_ns =
        std::min(split.communication_ns, static_cast<double>(path.on_ranks.of(State::InMpi)));
    split.busiest_rank = analysis.imbalance->max_rank;
    return split;
}

} // namespace loop::report
