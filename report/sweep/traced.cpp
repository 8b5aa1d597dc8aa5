#include "report/sweep/traced.h"

#include "report/findings/wording.h"
#include "trace/analysis/messages/clock_check.h"
#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/messages.h"
#include "trace/analysis/states/site_times.h"
#include "trace/analysis/waits/critical_path.h"
#include "trace/analysis/waits/efficiency.h"
#include "trace/read/read_trace.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loop::report {

namespace fs = std::filesystem;

namespace {

constexpr double min_waiting_percent = 0.05; ///< at a place that is worth naming

/// The last good warm-up; null if there is none.
const SweepLaunch* traced_launch(const SweepPoint& point) {
    const auto found =
        std::find_if(point.launches.rbegin(), point.launches.rend(), [](const SweepLaunch& launch) {
            return launch.warm_up && launch.outcome == Outcome::Good;
        });
    return found == point.launches.rend() ? nullptr : &*found;
}

void add_waiting_place(const Trace& trace, const SiteTimes& sites, double measured_ns,
                       StatePercents& states) {
    std::size_t most = 0;
    for (std::size_t site = 1; site < sites.by_site.size(); ++site)
        if (sites.by_site[site].of(State::Idle) > sites.by_site[most].of(State::Idle)) most = site;
    if (sites.by_site.empty()) return;
    const double percent = 100 * static_cast<double>(sites.by_site[most].of(State::Idle)) / measured_ns;
    if (percent < min_waiting_percent) return;
    states.waiting_place = site_place(trace, static_cast<std::uint32_t>(most));
    states.place_percent = percent;
    states.line = trace.sites[most].line;
}

/// The idle time in collective operations, after the ranks that are needed have called them. What ranks do
/// there is not known, so it may not be waiting.
double in_operations_ns(const Trace& trace, const std::vector<RankStates>& states) {
    const Collectives collectives = match_collectives(trace);
    std::vector<std::vector<TimeRange>> operations(trace.ranks.size());
    for (std::size_t rank = 0; rank < operations.size(); ++rank)
        for (const std::uint32_t index : collectives.by_rank[rank]) {
            const CollectivePart& part = collectives.parts[index];
            const Needed needed = needed_by(trace, collectives, part);
            const std::int64_t begin = std::max(part.begin_ns, needed.begin_ns);
            if (begin < part.end_ns) operations[rank].push_back({begin, part.end_ns});
        }
    double idle_ns = 0;
    for (std::size_t rank = 0; rank < operations.size(); ++rank)
        for (const TimeRange& range : operations[rank])
            idle_ns += static_cast<double>(times_in(states[rank], range).of(State::Idle));
    return idle_ns;
}

std::optional<TracedLaunch> traced(const Trace& trace, const SweepLaunch& launch) {
    const std::vector<RankStates> states = states_of(trace);
    std::vector<StateTimes> times;
    for (const RankStates& rank : states)
        times.push_back(times_in(rank, whole(trace)));
    const Messages messages = match_messages(trace);
    const Collectives collectives = match_collectives(trace);
    const bool agree = check_clocks(trace, messages, collectives).agree();
    auto factors = efficiency_factors(times, agree ? critical_path(trace, states, messages, collectives)
                                                   : no_critical_path(trace, states));
    if (!factors) return std::nullopt;
    TracedLaunch result{std::move(*factors), {}, launch.seconds, launch.is_disturbed()};
    for (const RankTrace& rank : trace.ranks)
        result.hosts.push_back(rank.host);
    return result;
}

} // namespace

std::optional<StatePercents> state_percents(const Trace& trace) {
    const std::vector<RankStates> states = states_of(trace);
    const SiteTimes sites = site_times(trace, states);
    StateTimes all = sites.host_code;
    for (const StateTimes& times : sites.by_site)
        all += times;
    if (!all.is_known()) return std::nullopt;
    StatePercents result;
    result.busy = all.percent(State::Busy);
    result.overhead = all.percent(State::Overhead);
    result.waiting = all.percent(State::Idle);
    const auto measured_ns = static_cast<double>(all.measured_ns());
    result.in_operations = 100 * in_operations_ns(trace, states) / measured_ns;
    add_waiting_place(trace, sites, measured_ns, result);
    return result;
}

bool TracedLaunch::shares_nodes() const {
    std::set<std::string> known;
    return std::any_of(hosts.begin(), hosts.end(),
                       [&](const std::string& host) { return !host.empty() && !known.insert(host).second; });
}

void read_states(const fs::path& folder, Sweep& sweep) {
    for (SweepPoint& point : sweep.points) {
        const SweepLaunch* const launch = traced_launch(point);
        if (launch == nullptr || !is_inside(point.folder)) continue;
        const fs::path records = folder / point.folder / launch->folder / "records";
        if (!has_trace(records)) continue;
        const Trace trace = read_trace(records, {point.ranks, launch->id});
        point.states = state_percents(trace);
        point.traced = traced(trace, *launch);
    }
}

} // namespace loop::report
