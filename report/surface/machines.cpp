#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/surface/formatting.h"
#include "report/surface/sections.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

Value mbs_value(const std::optional<double>& mbs, const char* otherwise) {
    return mbs ? Value{mbs_text(*mbs), *mbs, "MB/s"} : Value{otherwise, {}, {}};
}

/// What a table shows instead of a value.
const char* no_value(const std::string& failure) {
    return failure.empty() ? "not probed" : "failed";
}

Value probed(const std::optional<double>& value, const char* otherwise, const char* unit, bool has_fraction) {
    if (!value) return {otherwise, {}, {}};
    return {fmt::format(has_fraction && *value < 1000 ? "{:.3g}" : "{:.0f}", *value), *value, unit};
}

std::optional<double> of_node(const Probes& probes) {
    if (!probes.memory_mbs || probes.ranks_of_node == 0) return std::nullopt;
    return *probes.memory_mbs * probes.ranks_of_node;
}

std::vector<Value> row_of(const Probes& probes) {
    const char* const no_memory = probes.simulated ? "not modeled" : no_value(probes.memory_failure);
    const char* const no_messages = no_value(probes.message_failure);
    std::string network = probes.network;
    if (network.empty() && probes.one_node && probes.message_mbs) network = "within one node";
    return {{probes.label(), {}, {}},
            mbs_value(probes.memory_mbs, no_memory),
            mbs_value(of_node(probes), no_memory),
            {"", {}, {}},
            mbs_value(probes.message_mbs, no_messages),
            probed(probes.latency_us, no_messages, "us", true),
            probed(probes.half_bytes, no_messages, "bytes", false),
            {probes.processor, {}, {}},
            {network, {}, {}},
            {probes.simulated ? "simulated" : "measured", {}, {}}};
}

std::vector<Value> row_of(const PublishedMachine& machine) {
    return {{machine.name + " (published)", {}, {}},
            mbs_value(machine.memory_process_mbs, ""),
            mbs_value(machine.memory_node_mbs, ""),
            mbs_value(machine.network_node_mbs, ""),
            {"", {}, {}},
            {"", {}, {}},
            {"", {}, {}},
            {machine.processor, {}, {}},
            {machine.network, {}, {}},
            {"published", {}, {}}};
}

bool any(const std::vector<Probes>& all, bool (*is_wanted)(const Probes&)) {
    return std::any_of(all.begin(), all.end(), is_wanted);
}

constexpr double caches_of_vector = 4; // min size of a vector, as STREAM wants it

/// A sentence if the vectors of the triad may have stayed in a cache; else "".
std::string cache_remark(const SurfaceStudy& study, const Probes& probes) {
    const double bytes = probes.vector_bytes * probes.ranks_of_node;
    CacheSize largest;
    for (const Surface& surface : study.surfaces)
        if (probes_of(surface, study.probes) == &probes)
            for (const CacheSize& cache : surface.caches)
                if (cache.bytes > largest.bytes) largest = cache;
    if (!probes.level.empty())
        return fmt::format(
            "{}: the vectors of the triad stayed in the {}, so it did not measure the bandwidth of "
            "memory. Measure longer ones with a campaign file: set = {{ elements = [...] }}.",
            probes.label(), probes.level);
    if (!probes.memory_mbs || !(bytes > 0) || bytes >= caches_of_vector * largest.bytes) return "";
    return fmt::format(
        "{}: a vector of the triad has {} on a node, less than {:g} times the {} ({}), so part of it may "
        "have stayed there. Measure longer ones with a campaign file: set = {{ elements = [...] }}.",
        probes.label(), bytes_text(bytes), caches_of_vector, largest.name, bytes_text(largest.bytes));
}

} // namespace

Section machine_section(const SurfaceStudy& study) {
    Section section{"machines", "Processor, memory, and network, as in table 2 of the paper (MB/s)"};
    DataTable table{"machines",
                    "",
                    {"machine", "memory per process", "memory per node", "network per node", "ping-pong",
                     "latency (us)", "n-half (bytes)", "processor", "network", "source"},
                    {}};
    table.compact = 7;
    for (const Probes& probes : study.probes)
        table.rows.push_back(row_of(probes));
    for (const PublishedMachine& machine : study.published.machines)
        table.rows.push_back(row_of(machine));
    std::vector<std::string> sources;
    for (const PublishedMachine& machine : study.published.machines)
        if (std::find(sources.begin(), sources.end(), machine.source) == sources.end())
            sources.push_back(machine.source);
    table.note =
        "memory: triad of all ranks at once, 24 bytes per element. ping-pong: messages between rank 0 and "
        "the last rank; latency of the smallest message.";
    if (!sources.empty()) table.note += " published: " + joined(sources, "; ") + ".";
    section.tables.push_back(std::move(table));
    for (const Probes& probes : study.probes)
        if (const std::string remark = cache_remark(study, probes); !remark.empty())
            section.items.push_back(remark);
    if (any(study.probes, [](const Probes& probes) {
            return !probes.memory_mbs && probes.level.empty() && probes.memory_failure.empty() &&
                   !probes.simulated;
        }))
        section.items.emplace_back(
            "Some surfaces have no probe of memory: they were measured with --no-probes, or by a "
            "LOOP that had none. `loop apexmap` measures it with new surfaces.");
    if (any(study.probes, [](const Probes& probes) { return probes.simulated; }))
        section.items.emplace_back(
            "Values of simulated machines are those of the model: its profile and its simulated "
            "messages.");
    return section;
}

} // namespace loop::report
