#include "report/figures/legend.h"

#include <algorithm>

namespace loop::report {

std::vector<LegendEntry> measured_states(const Analysis& analysis) {
    std::vector<LegendEntry> entries{{"busy", "busy"}, {"overhead", "overhead"}, {"idle", "idle"}};
    for (const State state : {State::InMpi, State::Unknown})
        if (analysis.times.of(state) > 0) entries.push_back({state_name(state), state_label(state)});
    return entries;
}

std::string unknown_shares_text(const StateTimes& times) {
    return times.is_known() ? "" : "unknown: " + known_part_text(times);
}

std::vector<LegendEntry> states_over_time(const Analysis& analysis) {
    std::vector<LegendEntry> entries = measured_states(analysis);
    const std::string excluded = state_label(State::Excluded);
    const std::int64_t left_out = analysis.grid.breaks.length_in(analysis.grid.range);
    const bool any =
        std::any_of(analysis.times_by_rank.begin(), analysis.times_by_rank.end(),
                    [&](const StateTimes& times) { return times.of(State::Excluded) > left_out; });
    if (any) entries.push_back({"excluded", excluded});
    if (left_out > 0) {
        const bool unrecorded = analysis.grid.breaks.has_unrecorded();
        entries.push_back({"break", (unrecorded ? "not recorded" : excluded) + ", not to scale"});
    }
    return entries;
}

} // namespace loop::report
