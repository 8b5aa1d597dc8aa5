#pragma once

#include "trace/analysis/messages/call_counts.h"
#include "trace/analysis/messages/clock_check.h"
#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/in_flight.h"
#include "trace/analysis/messages/matrix.h"
#include "trace/analysis/messages/messages.h"
#include "trace/analysis/messages/queues.h"
#include "trace/analysis/messages/thread_messages.h"
#include "trace/analysis/messages/traffic.h"
#include "trace/analysis/states/breaks.h"
#include "trace/analysis/states/dealer.h"
#include "trace/analysis/states/imbalance.h"
#include "trace/analysis/states/marks.h"
#include "trace/analysis/states/phase_portrait.h"
#include "trace/analysis/states/phases.h"
#include "trace/analysis/states/site_times.h"
#include "trace/analysis/states/states.h"
#include "trace/analysis/states/thread_states.h"
#include "trace/analysis/states/utilization.h"
#include "trace/analysis/waits/critical_path.h"
#include "trace/analysis/waits/late_partners.h"
#include "trace/analysis/waits/replay.h"

#include <optional>

namespace loop::report {

/// Everything that a sheet shows about a trace. Indices refer to that trace. If the clocks of the ranks
/// disagree, what compares times of different ranks is empty: `traffic.transit_ns`, `queues`, `flight`,
/// `path`, `dependencies`, `late_partners`, and `portrait`.
struct Analysis {
    ClockCheck clocks;
    TimeGrid grid; ///< the time grid of every series below, and the breaks of all diagrams over time
    std::vector<RankStates> states;
    std::vector<StateTimes> times_by_rank;
    StateTimes times;
    std::vector<std::vector<ThreadStates>> threads; ///< of each rank, without its thread 0
    std::vector<ThreadMessage> thread_messages;
    SiteTimes site_times; ///< of all ranks together
    Messages messages;
    Collectives collectives;
    std::vector<CallCounts> host_calls; ///< MPI calls of host code, by site (call_counts_of)
    TrafficStatistics traffic;
    std::vector<Queue> queues;  ///< also of the messages of threads, as is all of this:
    InFlight flight;            ///<
    CommunicationMatrix matrix; ///<
    UtilizationCount utilization;
    ConcurrencyProfile concurrency;
    CriticalPath path;
    /// By rank; empty if a replay of them does not take as long as the run, if it is not known what a rank
    /// waited for, if threads communicate, or if no rank, nor the critical path, computes longer than the
    /// average.
    std::vector<RankDependencies> dependencies;
    LatePartners late_partners;
    std::optional<int> dealer; ///< the rank that only deals out tasks
    std::optional<Imbalance> imbalance;
    /// How much shorter the run would be, at most, if no rank computed longer than the average. Nothing
    /// without `dependencies`.
    std::optional<std::int64_t> surplus_ns;
    /// How much shorter the run would be, at most, if all ranks computed as long as the average in each of
    /// their stretches (stretches_of): steps are even, and all ranks share what few of them compute, or few
    /// at a time. Nothing without `dependencies`.
    std::optional<std::int64_t> uneven_steps_ns;
    std::vector<TracedPhase> phases;
    std::vector<std::optional<Imbalance>> imbalance_by_phase;
    std::vector<std::vector<double>> ranks_by_phase;
    std::vector<MarkUse> marks;
    std::vector<PortraitPoint> portrait;
};

/// Whether series and diagrams over time leave out long stretches in which no rank is measured.
enum class ExcludedTime { LeftOut, Shown };

constexpr std::size_t usual_bins = 1000;

Analysis analyze(const Trace& trace, std::size_t bins = usual_bins,
                 ExcludedTime excluded = ExcludedTime::LeftOut);

} // namespace loop::report
