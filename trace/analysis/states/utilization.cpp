#include "trace/analysis/states/utilization.h"

#include "trace/read/parallel.h"

#include <algorithm>

namespace loop::report {

namespace {

/// The number of ranks in each state at an instant.
using Counts = std::array<std::size_t, state_count>;

/// Adds the nanoseconds that a rank spent in each state and bin to `totals`.
void add_times(const RankStates& rank, const TimeGrid& grid,
               std::array<std::vector<double>, state_count>& totals) {
    const std::vector<StateChange>& changes = rank.changes;
    std::size_t bin = 0;
    TimeRange here = grid.bin(0);
    std::int64_t next = changes.empty() ? 0 : grid.breaks.shown(changes[0].time_ns);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const std::int64_t begin = next;
        next = grid.breaks.shown(i + 1 < changes.size() ? changes[i + 1].time_ns : rank.end_ns);
        const std::int64_t end = std::min(next, grid.shown.end_ns);
        std::vector<double>& total = totals[static_cast<std::size_t>(changes[i].state)];
        for (std::int64_t from = std::max(begin, grid.shown.begin_ns); from < end;) {
            while (from >= here.end_ns && bin + 1 < grid.bins)
                here = grid.bin(++bin);
            const std::int64_t to = bin + 1 == grid.bins ? end : std::min(end, here.end_ns);
            total[bin] += static_cast<double>(to - from);
            from = to;
        }
    }
}

/// The time for which exactly k ranks were in a state, weighted by the number of ranks measured; by state,
/// then by k.
using Profile = std::array<std::vector<std::int64_t>, state_count>;

/// A rank's change of state.
struct Turn {
    std::int64_t time_ns;
    State from;
    State to;
};

/// The profile of a slice of time, short enough to sort all its changes at once.
class SliceProfile {
public:
    SliceProfile(const std::vector<RankStates>& ranks, TimeRange slice) : ranks_(ranks), slice_(slice) {}

    void add_to(Profile& profile) {
        Counts counts{};
        for (const RankStates& rank : ranks_)
            collect(rank, counts);
        std::sort(turns_.begin(), turns_.end(),
                  [](const Turn& a, const Turn& b) { return a.time_ns < b.time_ns; });
        // By state: when its count last changed.
        std::array<std::int64_t, state_count> since;
        since.fill(slice_.begin_ns);
        const auto add_until = [&](State state, std::int64_t time_ns) {
            const auto s = static_cast<std::size_t>(state);
            const std::size_t measured = ranks_.size() - counts[static_cast<std::size_t>(State::Excluded)];
            profile[s][counts[s]] += (time_ns - since[s]) * static_cast<std::int64_t>(measured);
            since[s] = time_ns;
        };
        const auto add_all_until = [&](std::int64_t time_ns) {
            for (std::size_t s = 0; s < state_count; ++s)
                add_until(static_cast<State>(s), time_ns);
        };
        for (const Turn& turn : turns_) {
            if (turn.from == State::Excluded || turn.to == State::Excluded) {
                add_all_until(turn.time_ns); // the number of measured ranks changes here
            } else {
                add_until(turn.from, turn.time_ns);
                add_until(turn.to, turn.time_ns);
            }
            --counts[static_cast<std::size_t>(turn.from)];
            ++counts[static_cast<std::size_t>(turn.to)];
        }
        add_all_until(slice_.end_ns);
    }

private:
    void collect(const RankStates& rank, Counts& counts) {
        const std::vector<StateChange>& changes = rank.changes;
        State state = state_at(rank, slice_.begin_ns);
        ++counts[static_cast<std::size_t>(state)];
        auto next = std::upper_bound(
            changes.begin(), changes.end(), slice_.begin_ns,
            [](std::int64_t time, const StateChange& change) { return time < change.time_ns; });
        for (; next != changes.end() && next->time_ns < slice_.end_ns; ++next) {
            turns_.push_back({next->time_ns, state, next->state});
            state = next->state;
        }
    }

    const std::vector<RankStates>& ranks_;
    TimeRange slice_;
    std::vector<Turn> turns_;
};

/// Chosen so that the changes of a slice fit into a CPU cache, but finding them costs less than processing
/// them.
std::size_t slices_for(const std::vector<RankStates>& ranks) {
    std::size_t changes = 0;
    for (const RankStates& rank : ranks)
        changes += rank.changes.size();
    return std::clamp<std::size_t>(changes / 32768, 1, 4096);
}

Profile sum(const std::vector<Profile>& parts, std::size_t ranks) {
    Profile all;
    for (std::size_t s = 0; s < state_count; ++s) {
        all[s].assign(ranks + 1, 0);
        for (const Profile& part : parts)
            for (std::size_t k = 0; k <= ranks; ++k)
                all[s][k] += part[s][k];
    }
    return all;
}

} // namespace

UtilizationCount utilization_count(const std::vector<RankStates>& ranks, const TimeGrid& grid) {
    UtilizationCount result;
    for (std::vector<double>& state : result.ranks)
        state.assign(grid.bins, 0);
    for (const RankStates& rank : ranks)
        add_times(rank, grid, result.ranks);
    for (std::vector<double>& state : result.ranks)
        for (std::size_t bin = 0; bin < grid.bins; ++bin) {
            const std::int64_t length = grid.bin(bin).length_ns();
            state[bin] = length == 0 ? 0 : state[bin] / static_cast<double>(length);
        }
    return result;
}

ConcurrencyProfile concurrency_profile(const std::vector<RankStates>& ranks, TimeRange range) {
    ConcurrencyProfile result;
    for (std::vector<double>& state : result.percent)
        state.assign(ranks.size() + 1, 0);
    if (range.length_ns() == 0) return result;
    const TimeGrid slices{range, slices_for(ranks)};
    // Each task processes several slices, so that not every slice needs its own profile.
    const std::size_t tasks = std::min<std::size_t>(slices.bins, 16);
    std::vector<Profile> parts(tasks);
    parallel_for(tasks, [&](std::size_t task) {
        for (std::vector<std::int64_t>& state : parts[task])
            state.assign(ranks.size() + 1, 0);
        for (std::size_t slice = task; slice < slices.bins; slice += tasks)
            SliceProfile(ranks, slices.bin(slice)).add_to(parts[task]);
    });
    const Profile all = sum(parts, ranks.size());
    for (const std::int64_t time : all[0])
        result.base_ns += time;
    if (result.base_ns == 0) return result;
    for (std::size_t s = 0; s < state_count; ++s)
        for (std::size_t k = 0; k <= ranks.size(); ++k)
            result.percent[s][k] = 100 * static_cast<double>(all[s][k]) / static_cast<double>(result.base_ns);
    return result;
}

} // namespace loop::report
