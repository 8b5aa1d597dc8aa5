#include "report/findings/communication.h"
#include "report/findings/trace_conclusions.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

/// How long ranks on the critical path are not measured.
struct Unmeasured {
    std::int64_t ns = 0;
    std::int64_t while_communicating_ns = 0; ///< in constructs that communicate, where LOOP handles payloads
};

std::int64_t overlap_ns(const TimeRange& range, const PathStep& step) {
    return std::max<std::int64_t>(0, std::min(range.end_ns, step.end_ns) -
                                         std::max(range.begin_ns, step.begin_ns));
}

Unmeasured on_path(const TracedRun& run) {
    Unmeasured sum;
    for (const PathStep& step : run.analysis.path.steps) {
        const std::vector<Event>& events = run.trace().ranks[static_cast<std::size_t>(step.rank)].events;
        auto event = std::lower_bound(events.begin(), events.end(), step.begin_ns,
                                      [](const Event& one, std::int64_t time) { return one.time_ns < time; });
        if (event != events.begin()) --event;
        for (; event != events.end() && event->time_ns < step.end_ns; ++event) {
            if (event->kind != EventKind::Excluded) continue;
            const auto included = std::find_if(
                event, events.end(), [](const Event& one) { return one.kind == EventKind::Included; });
            if (included == events.end()) break;
            const std::int64_t ns = overlap_ns({event->time_ns, included->time_ns}, step);
            sum.ns += ns;
            if (communicates(run.trace(), event->site)) sum.while_communicating_ns += ns;
        }
    }
    return sum;
}

bool verifies_payloads(const TracedRun& run) {
    const auto& payload = run.directory.run.summary.payload;
    return payload.verified && payload.messages > 0;
}

} // namespace

std::optional<Conclusion> unmeasured_conclusion(const TracedRun& run) {
    constexpr double little = 10, nearly_all = 0.9;
    const CriticalPath& path = run.analysis.path;
    const std::int64_t excluded_ns = path.on_ranks.of(State::Excluded);
    if (path.length_ns <= 0 || excluded_ns <= 0) return std::nullopt;
    const double percent = 100 * static_cast<double>(excluded_ns) / static_cast<double>(path.length_ns);
    if (percent < little) return std::nullopt;
    const Unmeasured found = on_path(run);
    const bool is_payload = verifies_payloads(run) && static_cast<double>(found.while_communicating_ns) >=
                                                          nearly_all * static_cast<double>(found.ns);
    return share_conclusion(
        "waits-for-unmeasured",
        fmt::format("For {} of the run's time, ranks wait for a rank that is not measured meanwhile: {}.",
                    share_text(percent),
                    is_payload
                        ? "LOOP fills or verifies its payloads (measure with `--no-verify`)"
                        : "LOOP fills or verifies payloads, allocates arrays, or leaves out `\\UNTIMED`"),
        percent, "critical-path");
}

} // namespace loop::report
