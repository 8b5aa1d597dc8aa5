#pragma once

#include "report/analysis/messages/collectives.h"
#include "report/analysis/waits/critical_path.h"
#include "report/analysis/states/imbalance.h"
#include "report/analysis/messages/in_flight.h"
#include "report/analysis/waits/lateness.h"
#include "report/analysis/states/marks.h"
#include "report/analysis/messages/matrix.h"
#include "report/analysis/messages/messages.h"
#include "report/analysis/states/phase_portrait.h"
#include "report/analysis/messages/queues.h"
#include "report/analysis/states/states.h"
#include "report/analysis/states/tasks.h"
#include "report/analysis/messages/traffic.h"
#include "report/analysis/states/utilization.h"

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
