#include "trace/analysis/states/site_times.h"

#include "trace/analysis/states/site_walk.h"
#include "trace/read/parallel.h"

#include <algorithm>
#include <mutex>

namespace loop::report {

namespace {

SiteTimes no_times(const Trace& trace) {
    SiteTimes times;
    times.by_site.resize(trace.sites.size());
    times.calls.resize(trace.sites.size());
    times.busy_after_ns.resize(trace.sites.size());
    return times;
}

/// Adds the time in each site.
class TimesSink {
public:
    explicit TimesSink(const Trace& trace) : times_(no_times(trace)) {}

    void enter(std::uint32_t site, bool is_measured) {
        if (is_measured) ++times_.calls[site];
    }
    void leave(std::uint32_t, std::size_t) {}
    void add(std::uint32_t site, std::uint32_t left, State state, std::int64_t ns) {
        StateTimes& times = site == no_site ? times_.host_code : times_.by_site[site];
        times.ns[static_cast<std::size_t>(state)] += ns;
        if (site == no_site && left != no_site && state == State::Busy) times_.busy_after_ns[left] += ns;
    }
    SiteTimes result() { return std::move(times_); }

private:
    SiteTimes times_;
};

void add(SiteTimes& sum, const SiteTimes& times) {
    for (std::size_t site = 0; site < sum.by_site.size(); ++site) {
        sum.by_site[site] += times.by_site[site];
        sum.calls[site] += times.calls[site];
        sum.busy_after_ns[site] += times.busy_after_ns[site];
    }
    sum.host_code += times.host_code;
}

} // namespace

SiteTimes site_times(const Trace& trace, const std::vector<RankStates>& states, std::size_t rank) {
    TimesSink sink(trace);
    walk_sites(trace.ranks[rank], states[rank], sink);
    return sink.result();
}

SiteTimes site_times(const Trace& trace, const std::vector<RankStates>& states) {
    SiteTimes sum = no_times(trace);
    std::mutex adding;
    parallel_for(trace.ranks.size(), [&](std::size_t rank) {
        const SiteTimes times = site_times(trace, states, rank);
        const std::lock_guard<std::mutex> lock(adding);
        add(sum, times);
    });
    return sum;
}

} // namespace loop::report
