#include "report/viewer/timeline.h"

#include <algorithm>

namespace loop::report {

namespace {

/// Collects intervals; a later word about the same instant replaces the earlier one.
class Intervals {
public:
    explicit Intervals(TimeRange range) : range_(range) {}

    void change(std::int64_t time_ns, std::uint32_t site, State state, bool begins_call) {
        const std::int64_t at = std::clamp(time_ns, range_.begin_ns, range_.end_ns);
        if (!list_.empty()) {
            Interval& last = list_.back();
            if (last.begin_ns == at) {
                last = {at, site, state, begins_call || (last.begins_call && last.site == site)};
                return;
            }
            if (last.site == site && last.state == state && !begins_call) return;
        }
        list_.push_back({at, site, state, begins_call});
    }

    std::vector<Interval> finished() && {
        while (!list_.empty() && list_.back().begin_ns >= range_.end_ns)
            list_.pop_back();
        return std::move(list_);
    }

private:
    TimeRange range_;
    std::vector<Interval> list_;
};

} // namespace

std::vector<Interval> intervals_of(const RankTrace& rank, const std::vector<TraceSite>& sites,
                                   const RankStates& states, TimeRange range) {
    Intervals intervals(range);
    std::vector<std::uint32_t> open;
    std::size_t next_state = 0;
    State state = State::Unknown;
    const auto innermost = [&] { return open.empty() ? no_site : open.back(); };
    const auto take_states = [&](std::int64_t until) {
        for (; next_state < states.changes.size() && states.changes[next_state].time_ns <= until;
             ++next_state) {
            state = states.changes[next_state].state;
            intervals.change(states.changes[next_state].time_ns, innermost(), state, false);
        }
    };
    take_states(range.begin_ns);
    for (const Event& event : rank.events) {
        if (event.kind != EventKind::Enter && event.kind != EventKind::Leave) continue;
        if (event.site >= sites.size() || sites[event.site].kind == SiteKind::Phase) continue;
        if (event.time_ns > range.end_ns) break;
        take_states(event.time_ns);
        if (event.kind == EventKind::Enter)
            open.push_back(event.site);
        else if (!open.empty())
            open.pop_back();
        intervals.change(event.time_ns, innermost(), state, event.kind == EventKind::Enter);
    }
    open.clear();
    take_states(range.end_ns);
    return std::move(intervals).finished();
}

} // namespace loop::report
