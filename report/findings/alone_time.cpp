#include "report/findings/alone_time.h"

#include <algorithm>

namespace loop::report {

namespace {

struct Change {
    std::int64_t time_ns;
    State from, to; ///< Excluded before the first change
    bool is_one_of_them;
};

std::vector<Change> all_changes(const Analysis& analysis, const std::vector<int>& ranks) {
    std::vector<Change> changes;
    for (std::size_t rank = 0; rank < analysis.states.size(); ++rank) {
        const bool is_one = std::binary_search(ranks.begin(), ranks.end(), static_cast<int>(rank));
        State from = State::Excluded;
        for (const StateChange& change : analysis.states[rank].changes) {
            changes.push_back({change.time_ns, from, change.state, is_one});
            from = change.state;
        }
        changes.push_back({analysis.states[rank].end_ns, from, State::Excluded, is_one});
    }
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.time_ns < b.time_ns; });
    return changes;
}

} // namespace

AloneTime alone_time(const Analysis& analysis, const std::vector<int>& ranks) {
    AloneTime result;
    int busy = 0, others_busy = 0, others_measured = 0;
    std::int64_t since = 0;
    for (const Change& change : all_changes(analysis, ranks)) {
        if (busy > 0 && others_busy == 0) {
            result.alone_ns += change.time_ns - since;
            if (others_measured == 0) result.ended_ns += change.time_ns - since;
        }
        since = change.time_ns;
        const int starts =
            static_cast<int>(change.to == State::Busy) - static_cast<int>(change.from == State::Busy);
        (change.is_one_of_them ? busy : others_busy) += starts;
        if (!change.is_one_of_them)
            others_measured += static_cast<int>(change.to != State::Excluded) -
                               static_cast<int>(change.from != State::Excluded);
    }
    return result;
}

} // namespace loop::report
