#include "report/analysis/critical_path.h"

#include "report/analysis/waits.h"
#include "report/trace/open_sites.h"

#include <algorithm>
#include <numeric>

namespace loop::report {

namespace {

/// Back in time from the last rank's end.
class PathWalk {
public:
    PathWalk(const Trace& trace, const Messages& messages, const Collectives& collectives)
        : trace_(trace), index_(messages, trace.ranks.size()), finder_(trace, messages, index_, collectives) {
    }

    std::vector<PathStep> run() {
        int rank = last_rank();
        if (rank < 0) return {};
        std::int64_t time = trace_.ranks[static_cast<std::size_t>(rank)].end_ns;
        WaitTime wait{};
        while (last_wait_before(rank, time, wait)) {
            steps_.push_back({rank, wait.end_ns, time, wait.cause.message});
            rank = wait.cause.rank;
            time = wait.cause.acted_ns;
        }
        const std::int64_t begin = trace_.ranks[static_cast<std::size_t>(rank)].begin_ns;
        steps_.push_back({rank, std::min(begin, time), time, no_event});
        std::reverse(steps_.begin(), steps_.end());
        return std::move(steps_);
    }

private:
    int last_rank() const {
        int last = -1;
        for (const RankTrace& rank : trace_.ranks)
            if (rank.present &&
                (last < 0 || rank.end_ns > trace_.ranks[static_cast<std::size_t>(last)].end_ns))
                last = rank.rank;
        return last;
    }

    /// The latest wait of `rank` that ended by `time` and that another rank ended.
    bool last_wait_before(int rank, std::int64_t time, WaitTime& wait) const {
        const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank)].events;
        const auto after =
            std::upper_bound(events.begin(), events.end(), time,
                             [](std::int64_t t, const Event& event) { return t < event.time_ns; });
        for (auto i = static_cast<std::uint32_t>(after - events.begin()); i-- > 0;)
            if (finder_.ends_wait(rank, i, wait) && leads_back(rank, wait)) return true;
        return false;
    }

    /// Time must run backwards on every jump, or there would be no end. A receiver or a collective operation
    /// counts only where it began after the wait did: else it was not what was waited for.
    static bool leads_back(int rank, const WaitTime& wait) {
        const WaitCause& cause = wait.cause;
        if (cause.kind == WaitCause::Kind::Unknown || cause.rank == rank) return false;
        if (cause.acted_ns >= wait.end_ns) return false;
        return cause.kind == WaitCause::Kind::Message || cause.acted_ns > wait.begin_ns;
    }

    const Trace& trace_;
    MessageIndex index_;
    WaitFinder finder_;
    std::vector<PathStep> steps_;
};

/// Adds the path's time on one rank to the innermost sites it fell into.
class PathSites {
public:
    PathSites(const Trace& trace, CriticalPath& path) : trace_(trace), path_(path) {}

    /// `steps` are those of this rank, by time.
    void add(const RankTrace& rank, const std::vector<PathStep>& steps) {
        OpenSites open;
        std::size_t step = 0;
        std::int64_t from = rank.begin_ns;
        int excluded = 0;
        const auto settle = [&](std::int64_t to) {
            while (step < steps.size() && steps[step].end_ns <= from)
                ++step;
            for (std::size_t i = step; i < steps.size() && steps[i].begin_ns < to; ++i) {
                const std::int64_t time = std::max<std::int64_t>(0, std::min(to, steps[i].end_ns) -
                                                                        std::max(from, steps[i].begin_ns));
                if (excluded == 0) total(open.innermost()) += time;
            }
            from = std::max(from, to);
        };
        for (const Event& event : rank.events) {
            settle(event.time_ns);
            if (event.kind == EventKind::Enter) open.enter(event.site);
            if (event.kind == EventKind::Leave) open.leave(event.site);
            if (event.kind == EventKind::Excluded) ++excluded;
            if (event.kind == EventKind::Included) excluded = std::max(0, excluded - 1);
        }
        settle(rank.end_ns);
    }

private:
    std::int64_t& total(std::uint32_t site) {
        return site < trace_.sites.size() ? path_.by_site_ns[site] : path_.host_text_ns;
    }

    const Trace& trace_;
    CriticalPath& path_;
};

} // namespace

CriticalPath critical_path(const Trace& trace, const std::vector<RankStates>& states,
                           const Messages& messages, const Collectives& collectives) {
    CriticalPath path;
    path.steps = PathWalk(trace, messages, collectives).run();
    path.by_rank_ns.resize(trace.ranks.size());
    path.by_site_ns.resize(trace.sites.size());
    std::vector<std::vector<PathStep>> by_rank(trace.ranks.size());
    for (std::size_t i = 0; i < path.steps.size(); ++i) {
        const PathStep& step = path.steps[i];
        const auto rank = static_cast<std::size_t>(step.rank);
        const StateTimes times = times_in(states[rank], {step.begin_ns, step.end_ns});
        path.on_ranks += times;
        path.by_rank_ns[rank] += step.end_ns - step.begin_ns - times.of(State::Excluded);
        by_rank[rank].push_back(step);
        if (i > 0) path.in_transit_ns += step.begin_ns - path.steps[i - 1].end_ns;
    }
    path.length_ns = std::accumulate(path.by_rank_ns.begin(), path.by_rank_ns.end(), path.in_transit_ns);
    PathSites sites(trace, path);
    for (const RankTrace& rank : trace.ranks)
        if (!by_rank[static_cast<std::size_t>(rank.rank)].empty())
            sites.add(rank, by_rank[static_cast<std::size_t>(rank.rank)]);
    return path;
}

} // namespace loop::report
