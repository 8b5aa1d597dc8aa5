#include "report/analysis/states/site_times.h"

#include "report/trace/open_sites.h"
#include "report/trace/parallel.h"

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

/// Walks events and states of one rank together.
class SiteWalk {
public:
    SiteWalk(const Trace& trace, const RankTrace& rank, const RankStates& states)
        : rank_(rank), states_(states), times_(no_times(trace)) {}

    SiteTimes run() {
        if (states_.changes.empty()) return std::move(times_);
        from_ns_ = states_.changes[0].time_ns;
        for (const Event& event : rank_.events) {
            while (gap_ < rank_.gaps.size() && rank_.gaps[gap_].begin_ns < event.time_ns)
                forget(rank_.gaps[gap_++].begin_ns);
            if (event.kind == EventKind::Enter) enter(event);
            if (event.kind == EventKind::Leave) leave(event);
        }
        while (gap_ < rank_.gaps.size())
            forget(rank_.gaps[gap_++].begin_ns);
        settle(states_.end_ns);
        return std::move(times_);
    }

private:
    void enter(const Event& event) {
        settle(event.time_ns);
        open_.enter(event.site);
        ++times_.calls[event.site];
    }

    void leave(const Event& event) {
        settle(event.time_ns);
        open_.leave(event.site);
        left_ = event.site;
    }

    /// Nothing is known within a gap, and the sites open before it are forgotten.
    void forget(std::int64_t time_ns) {
        settle(time_ns);
        open_.clear();
        left_ = no_site;
    }

    /// Adds the time up to here to the innermost site.
    void settle(std::int64_t to_ns) {
        const std::int64_t to = std::min(to_ns, states_.end_ns);
        const std::uint32_t site = open_.innermost();
        StateTimes& times = site == no_site ? times_.host_code : times_.by_site[site];
        while (from_ns_ < to) {
            const bool is_last = change_ + 1 == states_.changes.size();
            const std::int64_t next = is_last ? states_.end_ns : states_.changes[change_ + 1].time_ns;
            const std::int64_t until = std::min(next, to);
            const State state = states_.changes[change_].state;
            times.ns[static_cast<std::size_t>(state)] += until - from_ns_;
            if (site == no_site && left_ != no_site && state == State::Busy)
                times_.busy_after_ns[left_] += until - from_ns_;
            from_ns_ = until;
            if (until == next && !is_last) ++change_;
        }
    }

    const RankTrace& rank_;
    const RankStates& states_;
    SiteTimes times_;
    OpenSites open_;
    std::uint32_t left_ = no_site;
    std::size_t change_ = 0, gap_ = 0;
    std::int64_t from_ns_ = 0;
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
    return SiteWalk(trace, trace.ranks[rank], states[rank]).run();
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
