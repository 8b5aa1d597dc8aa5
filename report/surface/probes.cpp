#include "report/surface/probes.h"

#include "report/read/environment_lines.h"
#include "report/read/probe_results.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

void describe(Probes& found, const SweepPoint& point) {
    const RunRecord& run = *point.run;
    found.simulated = run.simulated.has_value();
    found.processor = run.machine.hardware.processor;
    if (found.processor.empty() && !found.simulated) found.processor = environment_text(run, "cpu");
    found.network = run.machine.hardware.network;
    found.ranks_of_node = point.node_ranks;
    found.one_node = point.node_ranks == point.ranks;
}

void read(Probes& found, const SweepPoint& point) {
    const RunRecord& run = *point.run;
    describe(found, point);
    if (point.workload == message_probe) {
        const MessageProbe messages = message_probe_of(run);
        found.message_mbs = messages.mbs;
        found.latency_us = messages.latency_us;
        found.half_bytes = messages.half_bytes;
    }
    if (point.workload == memory_probe && !found.simulated) {
        const MemoryProbe memory = memory_probe_of(run);
        found.memory_mbs = memory.mbs;
        found.level = memory.level;
        found.vector_bytes = memory.vector_bytes;
    }
}

void read_failure(Probes& found, const SweepPoint& point) {
    if (point.workload == message_probe && !found.message_mbs) found.message_failure = point.why_missing();
    if (point.workload == memory_probe && !found.memory_mbs && found.level.empty())
        found.memory_failure = point.why_missing();
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
            if (point.run && machine_name(*point.run) == surface.machine && point.ranks == surface.ranks) {
                read(found, point);
                if (point.state(sweep.launches_planned) == "failed") read_failure(found, point);
            }
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
