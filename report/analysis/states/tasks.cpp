#include "report/analysis/states/tasks.h"

#include "report/trace/parallel.h"

#include <algorithm>
#include <limits>

namespace loop::report {

namespace {

std::vector<Visit> phases_of(const Trace& trace, std::size_t rank) {
    return visits_of(trace, static_cast<int>(rank),
                     [](const TraceSite& site) { return site.kind == SiteKind::Phase; });
}

/// Without visits inside one of the same site: their time is already in it.
std::vector<Visit> outermost(const std::vector<Visit>& visits, std::size_t sites) {
    std::vector<std::int64_t> ends(sites, std::numeric_limits<std::int64_t>::min());
    std::vector<Visit> result;
    for (const Visit& visit : visits) {
        if (visit.end_ns <= ends[visit.site] && visit.begin_ns < ends[visit.site]) continue;
        ends[visit.site] = visit.end_ns;
        result.push_back(visit);
    }
    return result;
}

std::vector<std::uint32_t> phase_sites(const Trace& trace) {
    std::vector<std::uint32_t> phases;
    for (std::uint32_t site = 0; site < trace.sites.size(); ++site)
        if (trace.sites[site].kind == SiteKind::Phase) phases.push_back(site);
    return phases;
}

/// By phase.
struct RankTasks {
    std::vector<TaskTimes> times;
    std::vector<TimeRange> spans;
};

RankTasks tasks_of_rank(const Trace& trace, std::size_t rank, const RankStates& states,
                        const std::vector<std::uint32_t>& phases) {
    RankTasks result;
    result.times.resize(phases.size());
    result.spans.resize(phases.size());
    const auto number = [&](const Visit& visit) {
        return static_cast<std::size_t>(std::lower_bound(phases.begin(), phases.end(), visit.site) -
                                        phases.begin());
    };
    const std::vector<Visit> visits = phases_of(trace, rank);
    for (const Visit& visit : visits) {
        TimeRange& span = result.spans[number(visit)];
        if (result.times[number(visit)].calls++ == 0) span = {visit.begin_ns, visit.end_ns};
        span.end_ns = std::max(span.end_ns, visit.end_ns);
    }
    for (const Visit& visit : outermost(visits, trace.sites.size()))
        result.times[number(visit)].times += times_in(states, {visit.begin_ns, visit.end_ns});
    return result;
}

void join(Task& task, const TaskTimes& times, const TimeRange& span) {
    if (times.calls > 0) {
        if (task.all.calls == 0) task.span = span;
        task.span.begin_ns = std::min(task.span.begin_ns, span.begin_ns);
        task.span.end_ns = std::max(task.span.end_ns, span.end_ns);
    }
    task.all.calls += times.calls;
    task.all.times += times.times;
    task.by_rank.push_back(times);
}

} // namespace

std::vector<Task> tasks_of(const Trace& trace, const std::vector<RankStates>& states) {
    const std::vector<std::uint32_t> phases = phase_sites(trace);
    std::vector<RankTasks> ranks(trace.ranks.size());
    parallel_for(ranks.size(),
                 [&](std::size_t rank) { ranks[rank] = tasks_of_rank(trace, rank, states[rank], phases); });
    std::vector<Task> tasks;
    for (std::size_t phase = 0; phase < phases.size(); ++phase) {
        Task task{};
        task.site = phases[phase];
        for (const RankTasks& rank : ranks)
            join(task, rank.times[phase], rank.spans[phase]);
        if (task.all.calls > 0) tasks.push_back(std::move(task));
    }
    std::stable_sort(tasks.begin(), tasks.end(),
                     [](const Task& a, const Task& b) { return a.span.begin_ns < b.span.begin_ns; });
    return tasks;
}

std::vector<std::vector<Visit>> task_rows(const Trace& trace) {
    std::vector<std::vector<Visit>> rows(trace.ranks.size());
    parallel_for(rows.size(), [&](std::size_t rank) {
        rows[rank] = phases_of(trace, rank);
        std::vector<std::int64_t> ends; // of the phases around
        for (Visit& visit : rows[rank]) {
            while (!ends.empty() && ends.back() <= visit.begin_ns)
                ends.pop_back();
            visit.depth = static_cast<std::uint32_t>(ends.size());
            ends.push_back(visit.end_ns);
        }
    });
    return rows;
}

std::vector<int> tasks_by_site(const Trace& trace, const std::vector<Task>& tasks) {
    std::vector<int> places(trace.sites.size(), -1);
    for (std::size_t i = 0; i < tasks.size(); ++i)
        places[tasks[i].site] = static_cast<int>(i);
    return places;
}

std::vector<std::vector<double>> task_count(const Trace& trace, const std::vector<Task>& tasks,
                                            const TimeGrid& grid) {
    std::vector<std::vector<double>> counts(tasks.size(), std::vector<double>(grid.bins));
    const std::vector<int> task_of_site = tasks_by_site(trace, tasks);
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank)
        for (const Visit& visit : outermost(phases_of(trace, rank), trace.sites.size())) {
            if (task_of_site[visit.site] < 0) continue;
            std::vector<double>& count = counts[static_cast<std::size_t>(task_of_site[visit.site])];
            for (std::size_t bin = grid.bin_of(visit.begin_ns); bin < grid.bins; ++bin) {
                const TimeRange range = grid.bin(bin);
                if (range.begin_ns >= visit.end_ns) break;
                const std::int64_t inside =
                    std::min(range.end_ns, visit.end_ns) - std::max(range.begin_ns, visit.begin_ns);
                if (inside > 0)
                    count[bin] += static_cast<double>(inside) / static_cast<double>(range.length_ns());
            }
        }
    return counts;
}

} // namespace loop::report
