#pragma once

#include "trace/analysis/states/states.h"

#include <vector>

namespace loop::report {

/// How long each visit of a site takes on one rank, without waiting, and without the time in sites inside it.
struct VisitTimes {
    std::vector<std::vector<std::int64_t>> by_site; ///< by site, like Trace::sites, and by visit
    /// Host code after each visit of a site: busy time until the rank enters a site again.
    std::vector<std::vector<std::int64_t>> after_site;
};

/// Also has the visits that are not measured, with 0. Takes linear time.
VisitTimes visit_times(const Trace& trace, const std::vector<RankStates>& states, std::size_t rank);

} // namespace loop::report
