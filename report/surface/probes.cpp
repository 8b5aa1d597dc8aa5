#include "report/surface/probes.h"

#include "base/text/strings.h"
#include "report/read/environment_lines.h"

#include <loop/result_kinds.h>

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr const char* memory_workload = "triad";
constexpr const char* message_workload = "pingpong";

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

void describe(Probes& found, const SweepPoint& point) {
    const RunRecord& run = *point.run;
    found.simulated = run.simulated.has_value();
    found.processor = run.machine.hardware.processor;
    if (found.processor.empty() && !found.simulated) found.processor = environment_text(run, "cpu");
    found.network = run.machine.hardware.network;
    found.ranks_of_node = point.node_ranks;
    found.one_node = point.node_ranks == point.ranks;
}

/// The triad calls its result "triad, L3 cache" if its vectors fit in a cache.
void read_triad(Probes& found, const RunRecord& run) {
    constexpr std::string_view in_level = "triad, ";
    found.memory_mbs = median_of(
        run, [](const ResultValue& result) { return result.name == "triad" && result.unit == "MB/s"; });
    for (const ResultValue& result : run.summary.results)
        if (result.name.rfind(in_level, 0) == 0) found.level = result.name.substr(in_level.size());
    for (const auto& [name, value] : run.parameters)
        if (name == "elements") found.vector_bytes = 8 * number_in<double>(value).value_or(0);
}

void read(Probes& found, const SweepPoint& point) {
    const RunRecord& run = *point.run;
    describe(found, point);
    if (point.workload == message_workload) {
        found.message_mbs = median_of(run, kinds::best_bandwidth);
        found.latency_us = median_of(run, kinds::latency);
        found.half_bytes = median_of(run, kinds::half_bandwidth);
    }
    if (point.workload == memory_workload && !found.simulated) read_triad(found, run);
}

bool belongs(const Probes& probes, const Surface& surface) {
    return probes.origin == surface.origin && probes.machine == surface.machine &&
           probes.ranks == surface.ranks;
}

} // namespace

std::string Probes::label() const {
    return fmt::format("{}{}, {} rank{}", origin.empty() ? "" : origin + ": ", machine, ranks,
                       ranks == 1 ? "" : "s");
}

std::vector<Probes> probes(const Sweep& sweep, const std::vector<Surface>& surfaces) {
    std::vector<Probes> all;
    for (const Surface& surface : surfaces) {
        if (probes_of(surface, all) != nullptr) continue;
        Probes found;
        found.origin = surface.origin;
        found.machine = surface.machine;
        found.ranks = surface.ranks;
        for (const SweepPoint& point : sweep.points)
            if (point.run && machine_name(*point.run) == surface.machine && point.ranks == surface.ranks)
                read(found, point);
        all.push_back(std::move(found));
    }
    return all;
}

const Probes* probes_of(const Surface& surface, const std::vector<Probes>& all) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Probes& probes) { return belongs(probes, surface); });
    return found == all.end() ? nullptr : &*found;
}

} // namespace loop::report
