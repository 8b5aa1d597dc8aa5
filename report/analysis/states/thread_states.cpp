#include "report/analysis/states/thread_states.h"

#include <algorithm>

namespace loop::report {

namespace {

State state_of(ThreadEvent::State state) {
    switch (state) {
    case ThreadEvent::State::Busy:
        return State::Busy;
    case ThreadEvent::State::Communicating:
        return State::Overhead;
    case ThreadEvent::State::Ended:
        break;
    }
    return State::Excluded;
}

void add_change(std::vector<StateChange>& changes, TimeRange range, const ThreadEvent& event) {
    const State state = state_of(event.state);
    const std::int64_t time = std::clamp<std::int64_t>(event.time_ns, changes.back().time_ns, range.end_ns);
    if (time == changes.back().time_ns) changes.pop_back();
    if (changes.empty() || changes.back().state != state) changes.push_back({time, state});
}

std::vector<ThreadStates> further_threads(const RankTrace& rank, TimeRange range) {
    std::vector<ThreadStates> all;
    for (const ThreadEvent& event : rank.threads) {
        if (event.thread == 0) continue;
        while (all.size() < static_cast<std::size_t>(event.thread))
            all.push_back({static_cast<std::int32_t>(all.size() + 1),
                           {{{range.begin_ns, State::Excluded}}, range.end_ns}});
        add_change(all[static_cast<std::size_t>(event.thread - 1)].states.changes, range, event);
    }
    return all;
}

} // namespace

std::vector<std::vector<ThreadStates>> thread_states(const Trace& trace) {
    const TimeRange range = whole(trace);
    std::vector<std::vector<ThreadStates>> all;
    for (const RankTrace& rank : trace.ranks)
        all.push_back(further_threads(rank, range));
    return all;
}

} // namespace loop::report
