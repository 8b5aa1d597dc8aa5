#include "trace/analysis/states/visit_times.h"

#include "trace/analysis/states/site_walk.h"

#include <utility>

namespace loop::report {

namespace {

class VisitSink {
public:
    explicit VisitSink(std::size_t sites) {
        times_.by_site.resize(sites);
        times_.after_site.resize(sites);
    }

    void enter(std::uint32_t site, bool) {
        open_.push_back({site, times_.by_site[site].size()});
        times_.by_site[site].push_back(0);
    }

    void leave(std::uint32_t site, std::size_t count) {
        open_.resize(open_.size() - count);
        if (open_.empty() && site != no_site) times_.after_site[site].push_back(0);
    }

    void add(std::uint32_t site, std::uint32_t left, State state, std::int64_t ns) {
        if (state == State::Excluded || state == State::Idle) return;
        if (site != no_site) times_.by_site[open_.back().site][open_.back().visit] += ns;
        if (site == no_site && left != no_site && state == State::Busy && !times_.after_site[left].empty())
            times_.after_site[left].back() += ns;
    }

    VisitTimes result() { return std::move(times_); }

private:
    struct Open {
        std::uint32_t site;
        std::size_t visit;
    };

    std::vector<Open> open_; // as the walk's
    VisitTimes times_;
};

} // namespace

VisitTimes visit_times(const Trace& trace, const std::vector<RankStates>& states, std::size_t rank) {
    VisitSink sink(trace.sites.size());
    walk_sites(trace.ranks[rank], states[rank], sink);
    return sink.result();
}

} // namespace loop::report
