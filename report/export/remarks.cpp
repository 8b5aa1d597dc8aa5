#include "report/export/export.h"

#include <fmt/core.h>

namespace loop::report {

Remarks remarks_on(const Trace& trace) {
    Remarks remarks = trace.problems;
    for (const RankTrace& rank : trace.ranks) {
        if (rank.complete) continue;
        const std::string what = rank.present ? "is not complete" : "has no trace";
        remarks.push_back(
            fmt::format("rank {} {}{}{}", rank.rank, what, rank.problem.empty() ? "" : ": ", rank.problem));
    }
    return remarks;
}

} // namespace loop::report
