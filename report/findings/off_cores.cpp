#include "base/text/strings.h"
#include "report/document/values.h"
#include "report/findings/core_waits.h"
#include "report/findings/trace_conclusions.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

/// A rank may also be off its core while it waits in MPI. For the rest, in percent of its time, it was off
/// its core while the trace calls it busy.
double least_of_busy(const StateTimes& times, double off_percent) {
    if (times.measured_ns() <= 0) return 0;
    return std::max(0.0, off_percent - (100 - times.percent(State::Busy)));
}

} // namespace

std::optional<Conclusion> off_cores_conclusion(const TracedRun& run) {
    constexpr double little = 5; // percent
    constexpr std::size_t named = 8;
    std::vector<double> off = off_cores(run.directory);
    if (off.size() != run.analysis.times_by_rank.size()) return std::nullopt;
    for (std::size_t rank = 0; rank < off.size(); ++rank)
        off[rank] = least_of_busy(run.analysis.times_by_rank[rank], off[rank]);
    const auto most = std::max_element(off.begin(), off.end());
    if (most == off.end() || *most < little) return std::nullopt;
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < off.size(); ++rank)
        if (off[rank] >= *most / 2) ranks.push_back(static_cast<int>(rank));
    const bool is_one = ranks.size() == 1;
    return share_conclusion(
        "off-core",
        fmt::format(
            "For {}{} of {} time, {} counted as computing but used no core: {} slept, or waited for a "
            "file, a device, or another program.",
            is_one ? "" : "up to ", share_text(*most), is_one ? "its" : "their",
            rank_list(ranks, named) + (is_one ? " is" : " are"), is_one ? "it" : "they"),
        *most, "rigor");
}

} // namespace loop::report
