#include "trace/analysis/waits/critical_path.h"

#include "trace/analysis/messages/first_halves.h"
#include "trace/analysis/waits/waits.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace loop::report {

namespace {

/// An interval of the last rank's measured time.
struct MeasuredStretch {
    std::int64_t begin_ns;
    std::int64_t end_ns;
    bool ends_together; ///< ranks leave what follows together; false: a verification of payloads, or the
                        ///< rank's end
};

/// Returns the rank with the longest measured time; if several have it, the one that ends last. no_partner:
/// no rank was recorded.
std::int32_t last_rank(const Trace& trace, const std::vector<RankStates>& states) {
    std::int32_t last = no_partner;
    std::pair<std::int64_t, std::int64_t> longest;
    for (const RankTrace& rank : trace.ranks) {
        if (!rank.present) continue;
        const StateTimes times = times_in(states[static_cast<std::size_t>(rank.rank)], whole(trace));
        const std::pair own(times.measured_ns(), rank.end_ns);
        if (last == no_partner || own > longest) {
            last = rank.rank;
            longest = own;
        }
    }
    return last;
}

/// \UNTIMED, and the warm-up and the agreements of a \LOOP.
bool is_left_together(const TraceSite& site) {
    return site.construct == "UNTIMED" || site.construct == "LOOP";
}

std::vector<MeasuredStretch> measured_stretches(const Trace& trace, const RankTrace& rank,
                                                const RankStates& states) {
    std::vector<MeasuredStretch> result;
    const std::vector<Event>& events = rank.events;
    const auto ends_together = [&](std::int64_t time_ns) {
        auto event = std::lower_bound(events.begin(), events.end(), time_ns,
                                      [](const Event& one, std::int64_t time) { return one.time_ns < time; });
        for (; event != events.end() && event->time_ns == time_ns; ++event)
            if (event->kind == EventKind::Excluded)
                return event->site < trace.sites.size() && is_left_together(trace.sites[event->site]);
        return false;
    };
    for (std::size_t i = 0; i < states.changes.size(); ++i) {
        const StateChange& change = states.changes[i];
        const std::int64_t end =
            i + 1 < states.changes.size() ? states.changes[i + 1].time_ns : states.end_ns;
        if (change.state == State::Excluded) continue;
        if (result.empty() || result.back().end_ns < change.time_ns)
            result.push_back({change.time_ns, end, false});
        result.back().end_ns = end;
    }
    for (MeasuredStretch& stretch : result)
        stretch.ends_together = ends_together(stretch.end_ns);
    return result;
}

/// Follows the path back in time through the measured intervals of the last rank.
class PathWalk {
public:
    PathWalk(const Trace& trace, const std::vector<RankStates>& states, const Messages& messages,
             const Collectives& collectives)
        : trace_(trace), states_(states), messages_(messages), collectives_(collectives),
          halves_(trace.ranks.size()), index_(messages, trace.ranks.size()),
          finder_(trace, messages, index_, collectives),
          met_receiver_(has_simulated_clock(trace) ? finder_.met_receivers() : std::vector<bool>()),
          transit_by_site_ns_(trace.sites.size()) {}

    void run(CriticalPath& path) {
        path.waits_for_transit.resize(trace_.ranks.size());
        path.last_rank = last_rank(trace_, states_);
        if (path.last_rank == no_partner) return;
        const auto last = static_cast<std::size_t>(path.last_rank);
        const auto stretches = measured_stretches(trace_, trace_.ranks[last], states_[last]);
        rank_ = path.last_rank;
        if (!stretches.empty()) arrived_ns_ = stretches.back().end_ns;
        for (auto stretch = stretches.rbegin(); stretch != stretches.rend(); ++stretch) {
            if (stretch->ends_together || stands_still_before(stretch->end_ns)) {
                rank_ = path.last_rank;
                arrived_ns_ = stretch->end_ns;
            }
            walk(*stretch);
        }
        std::reverse(steps_.begin(), steps_.end());
        path.steps = std::move(steps_);
        path.transit_by_site_ns = std::move(transit_by_site_ns_);
        path.in_transit_ns = in_transit_ns_;
        on_rank_while_in_transit(path);
    }

private:
    /// On the path, a rank does not wait for another rank: else the path would be there. So what it waits
    /// for, if that is known, is on its way.
    void on_rank_while_in_transit(CriticalPath& path) const {
        for (const PathStep& step : path.steps) {
            const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(step.rank)].events;
            const auto first =
                std::upper_bound(events.begin(), events.end(), step.begin_ns,
                                 [](std::int64_t t, const Event& event) { return t < event.time_ns; });
            for (auto i = first; i != events.end() && (i == first || std::prev(i)->time_ns <= step.end_ns);
                 ++i) {
                const TimeRange wait =
                    wait_for_data(step.rank, static_cast<std::uint32_t>(i - events.begin()));
                const TimeRange here{std::max(wait.begin_ns, step.begin_ns),
                                     std::min(wait.end_ns, step.end_ns)};
                if (here.begin_ns < here.end_ns)
                    add(here, path.waits_for_transit[static_cast<std::size_t>(step.rank)]);
            }
        }
    }

    /// Adds a range that does not end before the others; it may contain the last ones.
    static void add(TimeRange range, std::vector<TimeRange>& ranges) {
        while (!ranges.empty() && ranges.back().end_ns > range.begin_ns) {
            range.begin_ns = std::min(range.begin_ns, ranges.back().begin_ns);
            ranges.pop_back();
        }
        ranges.push_back(range);
    }

    /// The wait that ends with the event, for a message or in a collective operation; else empty.
    TimeRange wait_for_data(std::int32_t rank, std::uint32_t event) const {
        WaitTime wait{};
        if (finder_.ends_wait(rank, event, wait) && wait.cause.kind != WaitCause::Kind::Unknown)
            return {wait.begin_ns, wait.end_ns};
        const CollectivePart* const part = collectives_.part_of(rank, event);
        return part == nullptr ? TimeRange{} : TimeRange{part->begin_ns, part->end_ns};
    }

    bool stands_still_before(std::int64_t time_ns) const {
        return state_at(states_[static_cast<std::size_t>(rank_)], time_ns - 1) == State::Excluded;
    }

    /// The path may come from later than the stretch: from where the last rank was not measured. Another rank
    /// may have waited until then.
    void walk(const MeasuredStretch& stretch) {
        std::int64_t time = arrived_ns_;
        std::int64_t covered = stretch.end_ns; // the path is complete back to here
        const auto pass_transit = [&] {
            const std::int64_t to = std::max(time, stretch.begin_ns);
            const std::int64_t transit = std::max<std::int64_t>(0, covered - to);
            in_transit_ns_ += transit;
            if (waited_in_ < transit_by_site_ns_.size()) transit_by_site_ns_[waited_in_] += transit;
            covered = std::min(covered, to);
        };
        const auto stay = [&](std::int64_t begin_ns, std::uint32_t message) {
            const std::int64_t end_ns = std::min(time, stretch.end_ns);
            if (begin_ns < end_ns) steps_.push_back({rank_, begin_ns, end_ns, message});
            covered = std::min(covered, begin_ns);
        };
        pass_transit();
        WaitTime wait{};
        while (time > stretch.begin_ns && last_wait_between(stretch.begin_ns, time, wait)) {
            stay(wait.end_ns, wait.cause.message);
            rank_ = wait.cause.rank;
            waited_in_ = wait.site;
            jumps_at_once_ = wait.cause.acted_ns < wait.end_ns ? 0 : jumps_at_once_ + 1;
            time = handled_ns(wait);
            pass_transit();
        }
        if (time > stretch.begin_ns) stay(stretch.begin_ns, no_event);
        arrived_ns_ = std::min(time, stretch.begin_ns);
    }

    /// When the rank that caused the wait was done with its part: a sender handles its message first, in
    /// overhead, until its next event at the latest.
    std::int64_t handled_ns(const WaitTime& wait) const {
        const std::int64_t acted_ns = wait.cause.acted_ns;
        if (wait.cause.kind != WaitCause::Kind::Message) return acted_ns;
        const auto sender = static_cast<std::size_t>(wait.cause.rank);
        const RankStates& states = states_[sender];
        const auto change =
            std::upper_bound(states.changes.begin(), states.changes.end(), acted_ns,
                             [](std::int64_t time, const StateChange& one) { return time < one.time_ns; });
        if (change == states.changes.begin() || std::prev(change)->state != State::Overhead) return acted_ns;
        const std::int64_t end_ns = change == states.changes.end() ? states.end_ns : change->time_ns;
        return std::max(acted_ns, std::min({end_ns, next_event_ns(wait.cause), wait.end_ns}));
    }

    /// The time of the sender's first event after the send.
    std::int64_t next_event_ns(const WaitCause& cause) const {
        const RankTrace& sender = trace_.ranks[static_cast<std::size_t>(cause.rank)];
        const auto sent = sender.events.begin() + messages_.matched[cause.message].send_event;
        const auto next = std::find_if(sent, sender.events.end(),
                                       [&](const Event& event) { return event.time_ns > cause.acted_ns; });
        return next == sender.events.end() ? sender.end_ns : next->time_ns;
    }

    /// Finds the rank's latest wait for another rank that ended after `begin_ns` and not after `end_ns`.
    bool last_wait_between(std::int64_t begin_ns, std::int64_t end_ns, WaitTime& wait) const {
        const std::vector<Event>& events = trace_.ranks[static_cast<std::size_t>(rank_)].events;
        const auto after =
            std::upper_bound(events.begin(), events.end(), end_ns,
                             [](std::int64_t t, const Event& event) { return t < event.time_ns; });
        for (auto i = static_cast<std::uint32_t>(after - events.begin()); i-- > 0;) {
            if (events[i].time_ns <= begin_ns) return false;
            if (finder_.ends_wait(rank_, i, wait) && wait.end_ns > begin_ns && leads_back(rank_, wait))
                return true;
        }
        return false;
    }

    /// Whether the path continues on the rank that caused this wait. Jumps must go back in time, but for one
    /// from each rank at the same instant, or the walk would not end. If a receiver, or a rank in a
    /// collective operation, acted before the wait began, it was not the cause, but for the root of a
    /// broadcast or scatter, whose data come later. If data move only while both ranks are there, and a rank
    /// began to receive later after the send, or after the root called, than it waited, the rank itself was
    /// late.
    bool leads_back(int rank, const WaitTime& wait) const {
        const WaitCause& cause = wait.cause;
        if (cause.rank == no_partner || cause.rank == rank) return false;
        if (cause.acted_ns > wait.end_ns) return false;
        if (cause.acted_ns == wait.end_ns && jumps_at_once_ >= trace_.ranks.size()) return false;
        const bool is_for_data =
            cause.kind == WaitCause::Kind::Root || cause.kind == WaitCause::Kind::Message;
        if (!is_for_data) return cause.acted_ns > wait.begin_ns;
        if (move_at_any_time(cause)) return is_awaited(wait);
        return wait.end_ns - wait.begin_ns >= receiving_since_ns(rank, wait) - cause.acted_ns;
    }

    /// Real MPI libraries may move data only while the receiver is inside MPI. On a simulated machine they
    /// move at any time, unless the sender waits for the receiver.
    bool move_at_any_time(const WaitCause& cause) const {
        if (!has_simulated_clock(trace_)) return false;
        return cause.message == no_event || !met_receiver_[cause.message];
    }

    /// When the rank began to receive what it waits for: a construct that has two halves, with computing
    /// between them, receives since its first half. A real MPI library may not, so there it is where the wait
    /// begins.
    std::int64_t receiving_since_ns(int rank, const WaitTime& wait) const {
        if (!has_simulated_clock(trace_)) return wait.begin_ns;
        const auto own = static_cast<std::size_t>(rank);
        return halves_of(own).begin_ns(wait.site, wait.begin_ns);
    }

    const FirstHalves& halves_of(std::size_t rank) const {
        if (halves_[rank] == nullptr) halves_[rank] = std::make_unique<FirstHalves>(trace_, rank);
        return *halves_[rank];
    }

    const Trace& trace_;
    const std::vector<RankStates>& states_;
    const Messages& messages_;
    const Collectives& collectives_;
    mutable std::vector<std::unique_ptr<FirstHalves>> halves_; ///< by rank, on demand
    MessageIndex index_;
    WaitFinder finder_;
    std::vector<bool> met_receiver_; ///< by message; only on simulated machines
    std::vector<PathStep> steps_;
    std::int32_t rank_ = no_partner;
    /// How far back the path has been followed.
    std::int64_t arrived_ns_ = 0;
    std::size_t jumps_at_once_ = 0; ///< since the path last went back in time by a jump
    std::uint32_t waited_in_ = no_site;
    std::int64_t in_transit_ns_ = 0;
    std::vector<std::int64_t> transit_by_site_ns_;
};

} // namespace

std::vector<std::vector<TimeRange>> ranges_by_rank(const CriticalPath& path, std::size_t ranks) {
    std::vector<std::vector<TimeRange>> ranges(ranks);
    for (const PathStep& step : path.steps)
        ranges[static_cast<std::size_t>(step.rank)].push_back({step.begin_ns, step.end_ns});
    return ranges;
}

namespace {

/// Moves the waits for data from the ranks to what is in transit.
void count_as_transit(CriticalPath& path, const Trace& trace, const std::vector<RankStates>& states) {
    constexpr auto idle = static_cast<std::size_t>(State::Idle);
    const auto within = only_within(states, path.waits_for_transit);
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank) {
        if (path.waits_for_transit[rank].empty()) continue;
        const SiteTimes own = site_times(trace, within, rank);
        for (std::size_t site = 0; site < own.by_site.size(); ++site) {
            const std::int64_t ns = own.by_site[site].of(State::Idle);
            path.by_rank_ns[rank] -= ns;
            path.on_ranks.ns[idle] -= ns;
            path.sites.by_site[site].ns[idle] -= ns;
            path.transit_by_site_ns[site] += ns;
            path.in_transit_ns += ns;
        }
    }
}

} // namespace

CriticalPath no_critical_path(const Trace& trace, const std::vector<RankStates>& states) {
    CriticalPath path;
    path.waits_for_transit.resize(trace.ranks.size());
    path.by_rank_ns.resize(trace.ranks.size());
    path.busy_by_rank_ns.resize(trace.ranks.size());
    path.transit_by_site_ns.resize(trace.sites.size());
    path.sites = site_times(trace, only_within(states, ranges_by_rank(path, trace.ranks.size())));
    return path;
}

CriticalPath critical_path(const Trace& trace, const std::vector<RankStates>& states,
                           const Messages& messages, const Collectives& collectives) {
    CriticalPath path;
    PathWalk(trace, states, messages, collectives).run(path);
    path.by_rank_ns.resize(trace.ranks.size());
    path.busy_by_rank_ns.resize(trace.ranks.size());
    for (const PathStep& step : path.steps) {
        const auto rank = static_cast<std::size_t>(step.rank);
        const StateTimes times = times_in(states[rank], {step.begin_ns, step.end_ns});
        path.on_ranks += times;
        path.busy_by_rank_ns[rank] += times.of(State::Busy);
        path.by_rank_ns[rank] += step.end_ns - step.begin_ns;
    }
    path.length_ns = std::accumulate(path.by_rank_ns.begin(), path.by_rank_ns.end(), path.in_transit_ns);
    path.sites = site_times(trace, only_within(states, ranges_by_rank(path, trace.ranks.size())));
    count_as_transit(path, trace, states);
    return path;
}

std::int64_t CriticalPath::at_site_ns(std::uint32_t site) const {
    const std::int64_t transit = site < transit_by_site_ns.size() ? transit_by_site_ns[site] : 0;
    return sites.of(site).measured_ns() + transit;
}

} // namespace loop::report
