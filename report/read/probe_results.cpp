#include "report/read/probe_results.h"

#include "base/text/strings.h"

#include <loop/result_kinds.h>

namespace loop::report {

namespace {

std::optional<double> median_of(const RunRecord& run,
                                const std::function<bool(const ResultValue&)>& is_wanted) {
    for (const ResultValue& result : run.summary.results)
        if (result.value && is_wanted(result)) return result.value->median;
    return std::nullopt;
}

std::optional<double> median_of(const RunRecord& run, const ResultKind& kind) {
    return median_of(run, [&](const ResultValue& result) {
        return result.tag.is(kind) && result.tag.call.empty() && !result.tag.at;
    });
}

} // namespace

bool is_probe(const std::string& workload) {
    return workload == memory_probe || workload == message_probe;
}

/// The triad calls its result "triad, L3 cache" if its vectors fit in a cache.
MemoryProbe memory_probe_of(const RunRecord& run) {
    constexpr std::string_view in_level = "triad, ";
    MemoryProbe found;
    found.mbs = median_of(
        run, [](const ResultValue& result) { return result.name == "triad" && result.unit == "MB/s"; });
    for (const ResultValue& result : run.summary.results)
        if (result.name.rfind(in_level, 0) == 0) found.level = result.name.substr(in_level.size());
    for (const auto& [name, value] : run.parameters)
        if (name == "elements") found.vector_bytes = 8 * number_in<double>(value).value_or(0);
    return found;
}

MessageProbe message_probe_of(const RunRecord& run) {
    return {median_of(run, kinds::best_bandwidth), median_of(run, kinds::latency),
            median_of(run, kinds::half_bandwidth)};
}

} // namespace loop::report
