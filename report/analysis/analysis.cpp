#include "report/analysis/analysis.h"

#include <algorithm>

namespace loop::report {

namespace {

void analyse_states(const Trace& trace, Analysis& result) {
    result.states = states_of(trace);
    for (const RankStates& rank : result.states)
        result.times_by_rank.push_back(times_in(rank, result.grid.range));
    for (const StateTimes& times : result.times_by_rank)
        result.times += times;
    result.imbalance = imbalance_of(result.times_by_rank);
    result.utilization = utilization_count(result.states, result.grid);
    result.concurrency = concurrency_profile(result.states, result.grid.range);
}

void analyse_messages(const Trace& trace, Analysis& result) {
    result.messages = match_messages(trace);
    result.traffic = traffic_of(trace, result.messages);
    result.queues = queues_of(trace, result.messages, result.grid);
    result.flight = in_flight(result.messages, result.grid);
    result.matrix = communication_matrix(trace, result.messages);
    result.collectives = match_collectives(trace);
    result.lateness = lateness_of(trace, result.messages, result.collectives);
}

void analyse_tasks(const Trace& trace, Analysis& result) {
    result.tasks = tasks_of(trace, result.states);
    result.task_counts = task_count(trace, result.tasks, result.grid);
    for (const Task& task : result.tasks) {
        std::vector<StateTimes> times;
        for (const TaskTimes& rank : task.by_rank)
            times.push_back(rank.times);
        result.imbalance_by_task.push_back(imbalance_of(times));
    }
}

} // namespace

Analysis analyse(const Trace& trace, std::size_t bins) {
    Analysis result;
    result.grid = {whole(trace), std::max<std::size_t>(1, bins)};
    analyse_states(trace, result);
    analyse_messages(trace, result);
    analyse_tasks(trace, result);
    result.path = critical_path(trace, result.states, result.messages, result.collectives);
    result.portrait = phase_portrait(result.utilization, result.flight);
    return result;
}

} // namespace loop::report
