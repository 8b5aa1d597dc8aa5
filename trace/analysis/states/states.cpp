#include "trace/analysis/states/states.h"

#include "trace/analysis/states/with_threads.h"
#include "trace/read/excluded_depth.h"
#include "trace/read/open_sites.h"
#include "trace/read/parallel.h"

#include <loop/calls.h>

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace loop::report {

namespace {

std::vector<Inside> inside_of_sites(const Trace& trace) {
    std::vector<Inside> result;
    for (const TraceSite& site : trace.sites)
        result.push_back(inside(site));
    return result;
}

/// Walks one rank's events and notes where its state changes.
class StateWalk {
public:
    StateWalk(const RankTrace& rank, TimeRange range, const std::vector<Inside>& sites)
        : rank_(rank), range_(range), sites_(sites) {}

    RankStates run() {
        result_.end_ns = range_.end_ns;
        if (!rank_.present) {
            change(range_.begin_ns, State::Unknown);
            return std::move(result_);
        }
        // Reserves the maximum number of changes; pages that are not touched cost no memory.
        result_.changes.reserve(rank_.events.size() + 2 * rank_.gaps.size() + 3);
        change(range_.begin_ns, State::Excluded);
        change(rank_.begin_ns, State::Busy);
        for (const Event& event : rank_.events) {
            if (event.time_ns > rank_.end_ns) break;
            while (gap_ < rank_.gaps.size() && rank_.gaps[gap_].end_ns <= event.time_ns)
                pass_gap();
            apply(event);
            change(event.time_ns, state());
        }
        while (gap_ < rank_.gaps.size() && rank_.gaps[gap_].begin_ns < rank_.end_ns)
            pass_gap();
        change(rank_.end_ns, State::Excluded);
        while (gap_ < rank_.gaps.size())
            pass_gap();
        return std::move(result_);
    }

private:
    struct Level {
        State state = State::Busy;
        bool waiting = false;
    };

    void apply(const Event& event) {
        excluded_.pass(event);
        switch (event.kind) {
        case EventKind::Enter:
            open_.enter(event.site);
            levels_.push_back({state_inside(event.site), false});
            break;
        case EventKind::Leave:
            levels_.resize(levels_.size() - open_.leave(event.site));
            break;
        case EventKind::Wait:
            levels_.back().waiting = true;
            break;
        case EventKind::Receive:
        case EventKind::Resume:
            levels_.back().waiting = false;
            break;
        case EventKind::Excluded:
        case EventKind::Included:
        case EventKind::Send:
        case EventKind::Post:
        case EventKind::Mark:
        case EventKind::Collective:
            break;
        }
    }

    State state_inside(std::uint32_t site) const {
        switch (sites_[site]) {
        case Inside::Busy:
            return State::Busy;
        case Inside::Overhead:
            return State::Overhead;
        case Inside::NotRecorded:
            return State::Unknown;
        case Inside::Mpi:
            return State::InMpi;
        case Inside::Inherited:
            break;
        }
        return levels_.back().state;
    }

    State state() const {
        if (!excluded_.is_measured()) return State::Excluded;
        return levels_.back().waiting ? State::Idle : levels_.back().state;
    }

    /// Nothing is known within the gap, and the sites open before it are forgotten.
    void pass_gap() {
        const Gap& gap = rank_.gaps[gap_++];
        change(gap.begin_ns, State::Unknown);
        open_.clear();
        levels_.assign(1, Level{});
        excluded_.clear();
        change(gap.end_ns, gap.end_ns >= rank_.end_ns ? State::Excluded : State::Busy);
    }

    void change(std::int64_t time_ns, State state) {
        std::vector<StateChange>& changes = result_.changes;
        const std::int64_t at = std::clamp(time_ns, range_.begin_ns, range_.end_ns);
        if (!changes.empty() && at <= changes.back().time_ns) {
            // Drop a state of zero length.
            changes.back().state = state;
            if (changes.size() > 1 && changes[changes.size() - 2].state == state) changes.pop_back();
            return;
        }
        if (!changes.empty() && (changes.back().state == state || at == range_.end_ns)) return;
        StateChange next{};
        next.time_ns = at;
        next.state = state;
        changes.push_back(next);
    }

    const RankTrace& rank_;
    TimeRange range_;
    const std::vector<Inside>& sites_;
    RankStates result_;
    OpenSites open_;
    std::vector<Level> levels_{Level{}}; ///< host code, then one for each open site
    ExcludedDepth excluded_;
    std::size_t gap_ = 0;
};

/// Returns the index of the change in effect at a time within the range.
std::size_t change_at(const RankStates& rank, std::int64_t time_ns) {
    const auto after =
        std::upper_bound(rank.changes.begin(), rank.changes.end(), time_ns,
                         [](std::int64_t time, const StateChange& change) { return time < change.time_ns; });
    return after == rank.changes.begin() ? 0 : static_cast<std::size_t>(after - rank.changes.begin()) - 1;
}

/// Copies the states within ranges, and has Excluded between them.
class Within {
public:
    explicit Within(const RankStates& all) : all_(all) {
        become(all.changes[0].time_ns, State::Excluded);
        result_.end_ns = all.end_ns;
    }

    void add(TimeRange range) {
        while (next_ < all_.changes.size() && all_.changes[next_].time_ns <= range.begin_ns)
            ++next_;
        become(range.begin_ns, state_at(all_, range.begin_ns));
        for (; next_ < all_.changes.size() && all_.changes[next_].time_ns < range.end_ns; ++next_)
            become(all_.changes[next_].time_ns, all_.changes[next_].state);
        become(range.end_ns, State::Excluded);
    }

    RankStates result() { return std::move(result_); }

private:
    void become(std::int64_t time_ns, State state) {
        std::vector<StateChange>& changes = result_.changes;
        if (!changes.empty() && changes.back().time_ns == time_ns) changes.pop_back();
        if (changes.empty() || changes.back().state != state) changes.push_back({time_ns, state});
    }

    const RankStates& all_;
    RankStates result_;
    std::size_t next_ = 0;
};

} // namespace

const char* state_name(State state) {
    static constexpr std::array<const char*, state_count> names = {"busy",     "overhead", "idle",
                                                                   "excluded", "unknown",  "mpi"};
    return names[static_cast<std::size_t>(state)];
}

const char* state_label(State state) {
    static constexpr std::array<const char*, state_count> words = {
        "busy", "overhead", "idle", "not measured", "unknown", "in MPI, not recorded"};
    return words[static_cast<std::size_t>(state)];
}

const char* state_meaning(State state) {
    switch (state) {
    case State::Busy:
        return "busy: computing";
    case State::Overhead:
        return "overhead: sending, receiving";
    case State::Idle:
        return "idle: waiting";
    default:
        return state_label(state);
    }
}

std::int64_t StateTimes::measured_ns() const {
    std::int64_t sum = 0;
    for (const std::int64_t time : ns)
        sum += time;
    return sum - of(State::Excluded);
}

std::int64_t StateTimes::known_ns() const {
    return measured_ns() - of(State::Unknown);
}

bool StateTimes::is_known() const {
    // Divides, because a product could overflow.
    return measured_ns() > 0 && of(State::Unknown) <= measured_ns() / 10;
}

double StateTimes::percent(State state) const {
    const std::int64_t all = measured_ns();
    return all == 0 ? 0 : 100 * static_cast<double>(of(state)) / static_cast<double>(all);
}

std::string known_part_text(const StateTimes& times) {
    if (times.known_ns() <= 0) return "nothing is known";
    const double known = 100 - times.percent(State::Unknown);
    if (known >= 99.5) return "";
    return fmt::format("only {:.{}f} % of the measured time is known", known, known < 1 ? 2 : 0);
}

StateTimes& StateTimes::operator+=(const StateTimes& other) {
    for (std::size_t i = 0; i < state_count; ++i)
        ns[i] += other.ns[i];
    return *this;
}

Inside inside(const TraceSite& site) {
    switch (site.kind) {
    case SiteKind::Construct:
    case SiteKind::Picl:
        switch (call_info(site.construct).role) {
        case ConstructRole::Computes:
            return Inside::Busy;
        case ConstructRole::Kernel:
            return Inside::NotRecorded;
        case ConstructRole::Communicates:
        case ConstructRole::Global:
            return Inside::Overhead;
        }
        return Inside::Overhead;
    case SiteKind::Mpi:
        return call_info(site.construct).trace == CallTrace::Recorded ? Inside::Overhead : Inside::Mpi;
    case SiteKind::Phase:
        return Inside::Inherited;
    case SiteKind::Part:
        return Inside::Overhead;
    case SiteKind::Work:
    case SiteKind::Region:
        break;
    }
    return Inside::Busy;
}

bool communicates(const TraceSite& site) {
    const Inside what = inside(site);
    return what == Inside::Overhead || what == Inside::NotRecorded || what == Inside::Mpi;
}

std::vector<RankStates> states_of(const Trace& trace) {
    const TimeRange range = whole(trace);
    const std::vector<Inside> sites = inside_of_sites(trace);
    std::vector<RankStates> result(trace.ranks.size());
    parallel_for(result.size(), [&](std::size_t rank) {
        const RankTrace& own = trace.ranks[rank];
        result[rank] = with_threads(StateWalk(own, range, sites).run(), own);
    });
    return result;
}

StateTimes times_in(const RankStates& rank, TimeRange range) {
    StateTimes times;
    const std::vector<StateChange>& changes = rank.changes;
    if (changes.empty() || range.length_ns() == 0) return times;
    const std::int64_t end = std::min(range.end_ns, rank.end_ns);
    for (std::size_t i = change_at(rank, range.begin_ns); i < changes.size(); ++i) {
        const std::int64_t from = std::max<std::int64_t>(changes[i].time_ns, range.begin_ns);
        const std::int64_t next = i + 1 < changes.size() ? changes[i + 1].time_ns : rank.end_ns;
        if (from >= end) break;
        times.ns[static_cast<std::size_t>(changes[i].state)] +=
            std::max<std::int64_t>(0, std::min(next, end) - from);
    }
    return times;
}

State state_at(const RankStates& rank, std::int64_t time_ns) {
    return rank.changes.empty() ? State::Unknown : rank.changes[change_at(rank, time_ns)].state;
}

std::vector<RankStates> only_within(const std::vector<RankStates>& states,
                                    const std::vector<std::vector<TimeRange>>& ranges) {
    std::vector<RankStates> result(states.size());
    for (std::size_t rank = 0; rank < states.size(); ++rank) {
        if (states[rank].changes.empty()) continue;
        Within within(states[rank]);
        for (const TimeRange& range : ranges[rank])
            within.add(range);
        result[rank] = within.result();
    }
    return result;
}

} // namespace loop::report
