#include "runner/profile/machine_record.h"

#include "runner/profile/secrets.h"

namespace loop::runner {


namespace {

template <typename Value>
void add(Json& to, const char* key, const std::optional<Value>& value) {
    if (value) to[key] = *value;
}

template <typename Text>
void add_unless_empty(Json& to, const char* key, const Text& value) {
    if (!value.empty()) to[key] = value;
}

Json hardware_of(const Hardware& hardware) {
    Json result = Json::object();
    add_unless_empty(result, "processor", hardware.processor);
    add_unless_empty(result, "network", hardware.network);
    add(result, "nodes", hardware.nodes);
    add(result, "cores", hardware.cores);
    add(result, "memory_bytes", hardware.memory_bytes);
    return result;
}

Json limits_of(const Limits& limits) {
    Json result = Json::object();
    add(result, "seconds", limits.seconds);
    add(result, "queue_seconds", limits.queue_seconds);
    return result;
}

Json simulation_of(const Simulation& simulation) {
    return {{"platform", simulation.platform.string()},
            {"hosts", simulation.hosts},
            {"host_name", simulation.host_name},
            {"rates", simulation.rates},
            {"sources", simulation.sources},
            {"calibrated", simulation.calibrated}};
}

} // namespace

Json machine_record(const MachineProfile& profile) {
    Json record{{"name", profile.name},         {"description", profile.description},
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
