#include "report/figures/legend.h"

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
    if (analysis.times.of(State::Excluded) > 0) entries.push_back({"excluded", "not measured"});
    return entries;
}

} // namespace loop::report
