#pragma once

#include "trace/analysis/states/states.h"
#include "trace/analysis/waits/dependencies.h"
#include "trace/analysis/waits/shared_links.h"

#include <optional>
#include <vector>

namespace loop::report {

/// How much of its computing a rank still does, by stretch (stretches_of). Empty: all of it.
using ComputingFactors = std::vector<float>;

/// What a replay of a run says.
struct Replayed {
    std::int64_t longest_ns; ///< the longest measured time of a rank
    EventTimes times;        ///< of the events of each rank
};

/// What the run would be like if the ranks computed less, or more. What ranks need from each other stays the
/// same, and so does the time that they need for all but computing. `factors`: by rank; empty: all compute as
/// they did. `only_sure`: without dependencies that are not sure, so that it is the shortest run that is
/// possible. Nothing if the dependencies contradict each other. Takes linear time.
std::optional<Replayed> replay(const Trace& trace, const std::vector<RankStates>& states,
                               const std::vector<RankDependencies>& dependencies,
                               const Collectives& collectives, const std::vector<ComputingFactors>& factors,
                               bool only_sure = false);

} // namespace loop::report
