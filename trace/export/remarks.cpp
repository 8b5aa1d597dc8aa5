#include "trace/analysis/messages/clock_check.h"
#include "trace/export/export.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

Remarks remarks_on(const Trace& trace) {
    Remarks remarks = trace.problems;
    if (const ClockCheck clocks = check_clocks(trace); !clocks.agree())
        remarks.push_back(clock_check_text(trace, clocks));
    for (const RankTrace& rank : trace.ranks) {
        if (rank.complete) continue;
        const std::string what = rank.present ? "is not complete" : "has no trace";
        remarks.push_back(
            fmt::format("rank {} {}{}{}", rank.rank, what, rank.problem.empty() ? "" : ": ", rank.problem));
    }
    return remarks;
}

std::int64_t earliest_time(const Trace& trace) {
    std::int64_t earliest = trace.begin_ns();
    for (const RankTrace& rank : trace.ranks) {
        earliest = std::min(earliest, rank.begin_ns);
        if (!rank.events.empty()) earliest = std::min(earliest, rank.events.front().time_ns);
    }
    return earliest;
}

} // namespace loop::report
