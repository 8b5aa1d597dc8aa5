#include "trace/analysis/states/few_compute.h"

#include <algorithm>

namespace loop::report {

namespace {

/// A rank begins (+1) or ends (-1) to compute.
struct BusyTurn {
    std::int64_t time_ns;
    int ranks;
};

std::vector<BusyTurn> busy_turns(const std::vector<RankStates>& ranks) {
    std::vector<BusyTurn> turns;
    for (const RankStates& rank : ranks) {
        bool computes = false;
        const auto turn = [&](std::int64_t time_ns, bool to) {
            if (to != computes) turns.push_back({time_ns, to ? 1 : -1});
            computes = to;
        };
        for (const StateChange& change : rank.changes)
            turn(change.time_ns, change.state == State::Busy);
        turn(rank.end_ns, false);
    }
    std::sort(turns.begin(), turns.end(),
              [](const BusyTurn& a, const BusyTurn& b) { return a.time_ns < b.time_ns; });
    return turns;
}

} // namespace

std::vector<TimeRange> few_compute(const std::vector<RankStates>& ranks) {
    std::vector<TimeRange> ranges;
    const auto all = static_cast<int>(ranks.size());
    int busy = 0;
    std::int64_t since_ns = 0;
    for (const BusyTurn& turn : busy_turns(ranks)) {
        if (busy > 0 && 2 * busy <= all && since_ns < turn.time_ns) {
            if (!ranges.empty() && ranges.back().end_ns == since_ns)
                ranges.back().end_ns = turn.time_ns;
            else
                ranges.push_back({since_ns, turn.time_ns});
        }
        busy += turn.ranks;
        since_ns = turn.time_ns;
    }
    return ranges;
}

} // namespace loop::report
