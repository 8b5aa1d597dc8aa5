#pragma once

#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/messages.h"
#include "trace/analysis/states/site_times.h"

#include <vector>

namespace loop::report {

/// A part of the path on one rank. A message or a collective operation connects it with the previous step,
/// except after an interruption of the last rank's measurement.
struct PathStep {
    std::int32_t rank;
    std::int64_t begin_ns;
    std::int64_t end_ns;
    /// The message that connects this step with the previous one (index into Messages::matched), or no_event.
    /// The previous step ends when the awaited rank has handled the send, or when an awaited receiver begins
    /// to receive.
    std::uint32_t message;
};

/// The longest chain of dependent work. LOOP follows it back in time, from the end of the last rank (the rank
/// with the longest measured time). Where a rank waited, the path continues on the rank that it waited for:
/// the sender, the receiver, or the rank that called a collective operation last. Each instant of the last
/// rank's measured time is on one rank or in transit, so the path is as long as that time. Times excluded on
/// the last rank are not part of it. Before an \UNTIMED, or the warm-up of a \LOOP, the path continues on the
/// last rank, because waits inside it were not measured.
struct CriticalPath {
    std::vector<PathStep> steps; ///< in the order of time
    std::int32_t last_rank = no_partner;
    /// The states of the ranks along the path. Time is Excluded if the last rank waited for a rank whose
    /// measurement was suspended.
    StateTimes on_ranks;
    /// Time while a message was in flight or a collective operation was completing, also if a rank on the
    /// path waited for that: it does not wait for another rank, or the path would be there.
    std::int64_t in_transit_ns = 0;
    std::int64_t length_ns = 0; ///< on ranks and in transit; equals the last rank's measured time
    std::vector<std::int64_t> by_rank_ns;
    std::vector<std::int64_t> busy_by_rank_ns; ///< how long each rank computes on the path
    SiteTimes sites;                           ///< what the ranks do along the path
    /// Time in transit by the site in which a rank waited for it; indexed like Trace::sites.
    std::vector<std::int64_t> transit_by_site_ns;
    /// By rank: the parts of `steps` that count as in transit, and not as time on the rank.
    std::vector<std::vector<TimeRange>> waits_for_transit;

    /// Time on ranks and in transit in a site, or in host code for no_site.
    std::int64_t at_site_ns(std::uint32_t site) const;
};

/// Returns, by rank, when the path is on it.
std::vector<std::vector<TimeRange>> ranges_by_rank(const CriticalPath& path, std::size_t ranks);

/// An empty path, for a trace in which times of different ranks cannot be compared.
CriticalPath no_critical_path(const Trace& trace, const std::vector<RankStates>& states);

CriticalPath critical_path(const Trace& trace, const std::vector<RankStates>& states,
                           const Messages& messages, const Collectives& collectives);

} // namespace loop::report
