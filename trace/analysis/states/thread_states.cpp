#include "trace/analysis/states/thread_states.h"

#include "trace/analysis/states/with_threads.h"

#include <algorithm>

namespace loop::report {

namespace {

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

std::size_t rows_with(const std::vector<std::vector<ThreadStates>>& threads, std::size_t most_of_rank) {
    std::size_t number = threads.size();
    for (const auto& of_rank : threads)
        number += std::min(of_rank.size(), most_of_rank);
    return number;
}

} // namespace

std::vector<std::vector<ThreadStates>> thread_states(const Trace& trace) {
    const TimeRange range = whole(trace);
    std::vector<std::vector<ThreadStates>> all;
    for (const RankTrace& rank : trace.ranks)
        all.push_back(further_threads(rank, range));
    return all;
}

ShownThreads shown_threads(const std::vector<std::vector<ThreadStates>>& threads, std::size_t most_rows) {
    std::size_t of_each = 0, most = 0;
    for (const auto& of_rank : threads)
        most = std::max(most, of_rank.size());
    while (of_each < most && rows_with(threads, of_each + 1) <= most_rows)
        ++of_each;
    ShownThreads shown;
    for (const auto& of_rank : threads) {
        shown.of_rank.push_back(std::min(of_rank.size(), of_each));
        shown.left_out += of_rank.size() - shown.of_rank.back();
    }
    return shown;
}

bool ShownThreads::any() const {
    return std::any_of(of_rank.begin(), of_rank.end(), [](std::size_t number) { return number > 0; });
}

} // namespace loop::report
