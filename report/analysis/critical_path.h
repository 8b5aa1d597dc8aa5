#pragma once

#include "report/analysis/collectives.h"
#include "report/analysis/messages.h"
#include "report/analysis/states.h"

#include <vector>

namespace loop::report {

/// A stretch of the path on one rank.
struct PathStep {
    std::int32_t rank;
    std::int64_t begin_ns;
    std::int64_t end_ns;
    /// The message that the path came by (index into Messages::matched); its sending is the end of the step
    /// before, its receiving the begin of this one. no_event: by a collective operation, or the first step.
    std::uint32_t message;
};

/// The longest serial chain: from the last rank's end back in time, over to the sender (or to the last comer
/// of a collective operation) wherever a rank waited.
struct CriticalPath {
    std::vector<PathStep> steps;    ///< in the order of time
    StateTimes on_ranks;            ///< what the ranks did along it
    std::int64_t in_transit_ns = 0; ///< between steps
    // Without what is excluded from the measured time:
    std::int64_t length_ns = 0; ///< on ranks and in transit
    std::vector<std::int64_t> by_rank_ns;
    std::vector<std::int64_t> by_site_ns; ///< innermost site; like Trace::sites; the rest is host text
    std::int64_t host_text_ns = 0;
};

CriticalPath critical_path(const Trace& trace, const std::vector<RankStates>& states,
                           const Messages& messages, const Collectives& collectives);

} // namespace loop::report
