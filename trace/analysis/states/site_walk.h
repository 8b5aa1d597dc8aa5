#pragma once

#include "trace/analysis/states/states.h"
#include "trace/read/excluded_depth.h"
#include "trace/read/open_sites.h"

#include <algorithm>

namespace loop::report {

/// Walks events and states of one rank together, for `walk_sites`.
template <class Sink>
class SiteWalk {
public:
    SiteWalk(const RankTrace& rank, const RankStates& states, Sink& sink)
        : rank_(rank), states_(states), sink_(sink) {}

    void run() {
        if (states_.changes.empty()) return;
        from_ns_ = states_.changes[0].time_ns;
        for (const Event& event : rank_.events) {
            while (gap_ < rank_.gaps.size() && rank_.gaps[gap_].begin_ns < event.time_ns)
                forget(rank_.gaps[gap_++].begin_ns);
            excluded_.pass(event);
            if (event.kind == EventKind::Enter) enter(event);
            if (event.kind == EventKind::Leave) leave(event);
        }
        while (gap_ < rank_.gaps.size())
            forget(rank_.gaps[gap_++].begin_ns);
        add_until(states_.end_ns);
    }

private:
    void enter(const Event& event) {
        add_until(event.time_ns);
        open_.enter(event.site);
        sink_.enter(event.site, excluded_.is_measured());
    }

    void leave(const Event& event) {
        add_until(event.time_ns);
        sink_.leave(event.site, open_.leave(event.site));
        left_ = event.site;
    }

    /// Nothing is known within a gap, and the sites open before it are forgotten.
    void forget(std::int64_t time_ns) {
        add_until(time_ns);
        sink_.leave(no_site, open_.all().size());
        open_.clear();
        left_ = no_site;
    }

    /// Adds the time up to here to the innermost site.
    void add_until(std::int64_t to_ns) {
        const std::int64_t to = std::min(to_ns, states_.end_ns);
        const std::uint32_t site = open_.innermost();
        while (from_ns_ < to) {
            const bool is_last = change_ + 1 == states_.changes.size();
            const std::int64_t next = is_last ? states_.end_ns : states_.changes[change_ + 1].time_ns;
            const std::int64_t until = std::min(next, to);
            sink_.add(site, left_, states_.changes[change_].state, until - from_ns_);
            from_ns_ = until;
            if (until == next && !is_last) ++change_;
        }
    }

    const RankTrace& rank_;
    const RankStates& states_;
    Sink& sink_;
    OpenSites open_;
    ExcludedDepth excluded_;
    std::uint32_t left_ = no_site;
    std::size_t change_ = 0, gap_ = 0;
    std::int64_t from_ns_ = 0;
};

/// Tells `sink`, in the order of time, which sites the rank enters and leaves, and for how long it is in
/// which state in its innermost site: `enter(site, is_measured)`; `leave(site, count)`, with the number of
/// sites left; `add(site, left, state, ns)`, where `left` is the site that the rank left last. Takes linear
/// time.
template <class Sink>
void walk_sites(const RankTrace& rank, const RankStates& states, Sink& sink) {
    SiteWalk<Sink>(rank, states, sink).run();
}

} // namespace loop::report
