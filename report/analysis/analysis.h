#pragma once

#include "report/analysis/collectives.h"
#include "report/analysis/critical_path.h"
#include "report/analysis/imbalance.h"
#include "report/analysis/in_flight.h"
#include "report/analysis/lateness.h"
#include "report/analysis/marks.h"
#include "report/analysis/matrix.h"
#include "report/analysis/messages.h"
#include "report/analysis/phase_portrait.h"
#include "report/analysis/queues.h"
#include "report/analysis/states.h"
#include "report/analysis/tasks.h"
#include "report/analysis/traffic.h"
#include "report/analysis/utilization.h"

#include <optional>

namespace loop::report {

/// All that a sheet tells of a trace. Indices refer to the trace that it was made of.
struct Analysis {
    TimeGrid grid; ///< of every series in here
    std::vector<RankStates> states;
    std::vector<StateTimes> times_by_rank;
    StateTimes times;
    Messages messages;
    Collectives collectives;
    TrafficStatistics traffic;
    std::vector<Queue> queues;
    InFlight flight;
    CommunicationMatrix matrix;
    UtilizationCount utilization;
    ConcurrencyProfile concurrency;
    CriticalPath path;
    LatenessStatistics lateness;
    std::optional<Imbalance> imbalance;
    std::vector<Task> tasks;
    std::vector<std::optional<Imbalance>> imbalance_by_task;
    std::vector<std::vector<double>> task_counts;
    std::vector<MarkUse> marks;
    std::vector<PortraitPoint> portrait;
};

Analysis analyse(const Trace& trace, std::size_t bins = 1000);

} // namespace loop::report
