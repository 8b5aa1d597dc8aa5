#include "report/figures/legend.h"

namespace loop::report {

std::vector<LegendEntry> states_over_time(const Analysis& analysis) {
    std::vector<LegendEntry> entries = measured_states;
    if (analysis.times.of(State::Excluded) > 0) entries.push_back({"excluded", "not measured"});
    if (analysis.times.of(State::Unknown) > 0) entries.push_back({"unknown", "unknown"});
    return entries;
}

} // namespace loop::report
