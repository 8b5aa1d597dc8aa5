#include "report/sweep/traced.h"

#include "report/analysis/states/site_times.h"
#include "report/findings/wording.h"
#include "report/trace/read_trace.h"

#include <algorithm>

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
    add_waiting_place(trace, sites, static_cast<double>(all.measured_ns()), result);
    return result;
}

void read_states(const fs::path& folder, Sweep& sweep) {
    for (SweepPoint& point : sweep.points) {
        const SweepLaunch* const launch = traced_launch(point);
        if (launch == nullptr || !is_inside(point.folder)) continue;
        const fs::path records = folder / point.folder / launch->folder / "records";
        if (!has_trace(records)) continue;
        point.states = state_percents(read_trace(records, {point.ranks, launch->id}));
    }
}

} // namespace loop::report
