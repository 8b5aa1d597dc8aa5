#pragma once

#include "report/analysis/messages/collectives.h"
#include "report/analysis/messages/messages.h"
#include "report/analysis/states/states.h"

#include <vector>

namespace loop::report {

/// A stretch of the path on one rank. Where two follow each other on one rank, or change it without a message
/// or operation, the measured time of the last rank stood still between them.
struct PathStep {
    std::int32_t rank;
    std::int64_t begin_ns;
    std::int64_t end_ns;
    /// The message that the path came by (index into Messages::matched); its sending is the end of the step
    /// before, its receiving the begin of this one. no_event: by a collective operation, or the first step.
    std::uint32_t message;
};

/// The longest serial chain: from the measured end of the last rank, that with the longest measured time,
/// back in time, over to the sender (or to the last comer of a collective operation) wherever a rank waited.
/// It says of each instant of the last rank's measured time who was at work for it, so it is as long as the
/// run. What was excluded on the last rank is not on it; an \UNTIMED is left where the last rank entered it,
/// as what was waited for inside was not measured.
struct CriticalPath {
    std::vector<PathStep> steps; ///< in the order of time
    std::int32_t last_rank = no_partner;
    /// What the ranks did along it. Excluded: the last rank waited for one whose measurement stood still.
    StateTimes on_ranks;
    std::int64_t in_transit_ns = 0; ///< messages on their way, operations coming to their end
    std::int64_t length_ns = 0;     ///< on ranks and in transit: the measured time of the last rank
    std::vector<std::int64_t> by_rank_ns;
    std::vector<std::int64_t> by_site_ns; ///< innermost site; like Trace::sites; the rest is host code
    std::int64_t host_code_ns = 0;
};

CriticalPath critical_path(const Trace& trace, const std::vector<RankStates>& states,
                           const Messages& messages, const Collectives& collectives);

} // namespace loop::report
