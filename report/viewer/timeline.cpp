#include "report/viewer/timeline.h"

#include "trace/read/open_sites.h"

#include <algorithm>
#include <optional>

namespace loop::report {

namespace {

/// Passes on each interval when it is final: a later change at the same instant replaces an earlier one.
class Intervals {
public:
    Intervals(TimeRange range, const TakeInterval& take) : range_(range), take_(take) {}

    void change(std::int64_t time_ns, std::uint32_t site, State state, bool begins_call) {
        const std::int64_t at = std::clamp(time_ns, range_.begin_ns, range_.end_ns);
        if (last_) {
            if (last_->begin_ns == at) {
                last_ = {at, site, state, begins_call || (last_->begins_call && last_->site == site)};
                return;
            }
            if (last_->site == site && last_->state == state && !begins_call) return;
            take_(*last_);
        }
        last_ = {at, site, state, begins_call};
    }

    void finish() const {
        if (last_ && last_->begin_ns < range_.end_ns) take_(*last_);
    }

private:
    TimeRange range_;
    const TakeInterval& take_;
    std::optional<Interval> last_;
};

} // namespace

void for_each_interval(const RankTrace& rank, const std::vector<TraceSite>& sites, const RankStates& states,
                       TimeRange range, const TakeInterval& take) {
    Intervals intervals(range, take);
    OpenSites open;
    std::size_t next_state = 0;
    State state = State::Unknown;
    const auto take_states = [&](std::int64_t until) {
        for (; next_state < states.changes.size() && states.changes[next_state].time_ns <= until;
             ++next_state) {
            state = states.changes[next_state].state;
            intervals.change(states.changes[next_state].time_ns, open.innermost(), state, false);
        }
    };
    take_states(range.begin_ns);
    bool goes_on = false; // an event is after the range
    for (const Event& event : rank.events) {
        if (event.kind != EventKind::Enter && event.kind != EventKind::Leave) continue;
        if (event.site >= sites.size() || sites[event.site].kind == SiteKind::Phase) continue;
        if (event.time_ns > range.end_ns) {
            goes_on = true;
            break;
        }
        take_states(event.time_ns);
        if (event.kind == EventKind::Enter)
            open.enter(event.site);
        else
            open.leave(event.site);
        intervals.change(event.time_ns, open.innermost(), state, event.kind == EventKind::Enter);
    }
    if (!goes_on) open.clear();
    take_states(range.end_ns);
    intervals.finish();
}

std::vector<Interval> intervals_of(const RankTrace& rank, const std::vector<TraceSite>& sites,
                                   const RankStates& states, TimeRange range, std::size_t expected) {
    std::vector<Interval> list;
    list.reserve(expected);
    for_each_interval(rank, sites, states, range,
                      [&](const Interval& interval) { list.push_back(interval); });
    return list;
}

} // namespace loop::report
