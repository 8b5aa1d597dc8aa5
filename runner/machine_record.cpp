#include "runner/machine_record.h"

#include "runner/secrets.h"

namespace loop::runner {

using nlohmann::ordered_json;

namespace {

template <typename Value>
void add(ordered_json& to, const char* key, const std::optional<Value>& value) {
    if (value) to[key] = *value;
}

template <typename Text>
void add_unless_empty(ordered_json& to, const char* key, const Text& value) {
    if (!value.empty()) to[key] = value;
}

ordered_json hardware_of(const Hardware& hardware) {
    ordered_json result = ordered_json::object();
    add_unless_empty(result, "processor", hardware.processor);
    add_unless_empty(result, "network", hardware.network);
    add(result, "nodes", hardware.nodes);
    add(result, "cores", hardware.cores);
    add(result, "memory_bytes", hardware.memory_bytes);
    return result;
}

ordered_json limits_of(const Limits& limits) {
    ordered_json result = ordered_json::object();
    add(result, "seconds", limits.seconds);
    add(result, "queue_seconds", limits.queue_seconds);
    return result;
}

ordered_json simulation_of(const Simulation& simulation) {
    return {{"platform", simulation.platform.string()},
            {"hosts", simulation.hosts},
            {"host_name", simulation.host_name},
            {"rates", simulation.rates},
            {"sources", simulation.sources},
            {"calibrated", simulation.calibrated}};
}

} // namespace

ordered_json machine_record(const MachineProfile& profile) {
    ordered_json record{{"name", profile.name},         {"description", profile.description},
                        {"compiler", profile.compiler}, {"flags", profile.flags},
                        {"launcher", profile.launcher}, {"environment", without_secrets(profile.environment)}};
    add_unless_empty(record, "libraries", profile.libraries);
    add_unless_empty(record, "mpi", profile.mpi);
    add_unless_empty(record, "hosts", profile.hosts);
    add(record, "slots", profile.slots);
    add_unless_empty(record, "pinning", profile.pinning);
    add_unless_empty(record, "hardware", hardware_of(profile.hardware));
    add_unless_empty(record, "limits", limits_of(profile.limits));
    if (profile.queue)
        record["queue"] = {{"submit", profile.queue->submit}, {"directives", profile.queue->directives}};
    if (profile.simulation) record["simulation"] = simulation_of(*profile.simulation);
    return record;
}

} // namespace loop::runner
