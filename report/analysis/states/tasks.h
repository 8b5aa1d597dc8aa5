#pragma once

#include "report/analysis/states/states.h"
#include "report/analysis/states/visits.h"

#include <vector>

/// ParaGraph's tasks are LOOP's phases.
namespace loop::report {

/// What a rank spent in a phase, phases inside it included.
struct TaskTimes {
    std::uint64_t calls = 0;
    StateTimes times;
};

struct Task {
    std::uint32_t site; ///< of kind Phase
    TaskTimes all;
    std::vector<TaskTimes> by_rank;
    TimeRange span; ///< from the first rank's first begin to the last one's end
};

/// In the order of their first begin.
std::vector<Task> tasks_of(const Trace& trace, const std::vector<RankStates>& states);

/// Rows of the task Gantt diagram, by rank; `depth` counts phases only.
std::vector<std::vector<Visit>> task_rows(const Trace& trace);

/// By site: its place among the tasks, -1 where it is none.
std::vector<int> tasks_by_site(const Trace& trace, const std::vector<Task>& tasks);

/// By task (as `tasks_of` gives them), then by bin: the number of ranks in it, averaged over the bin.
std::vector<std::vector<double>> task_count(const Trace& trace, const std::vector<Task>& tasks,
                                            const TimeGrid& grid);

} // namespace loop::report
