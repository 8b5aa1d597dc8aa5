#include "runner/campaign/measured.h"

#include "base/text/strings.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace loop::runner {

namespace {

std::optional<double> phase_seconds(const formats::RankRecord& record, const std::string& phase,
                                    std::set<std::string>& known) {
    std::optional<double> seconds;
    for (const formats::Phase& item : named_phases(record.phases)) {
        known.insert(item.name);
        if (item.name == phase) seconds = item.total_seconds;
    }
    return seconds;
}

} // namespace

double measured_seconds(const LaunchResult& launch, const std::string& phase) {
    double slowest = 0;
    bool found = phase.empty();
    std::set<std::string> known;
    for (const RankOutcome& rank : launch.ranks) {
        const auto seconds =
            phase.empty() ? rank.record->elapsed_seconds : phase_seconds(*rank.record, phase, known);
        found = found || seconds;
        slowest = std::max(slowest, seconds.value_or(0));
    }
    if (!found)
        throw Failure(ExitCode::Usage, fmt::format("no rank has a phase `{}`", phase),
                      known.empty() ? "the program has no phases"
                                    : "its phases: " + joined({known.begin(), known.end()}, ", "));
    return slowest;
}

} // namespace loop::runner
