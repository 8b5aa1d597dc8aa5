#include "runner/profile/profile_sections.h"

#include "base/network/topology.h"
#include "runner/profile/placeholders.h"

#include <loop/rates.h>

#include <fmt/core.h>

#include <cmath>

namespace loop::runner {

namespace {

constexpr std::int64_t one = 1, most_simulated_hosts = 1 << 20;
constexpr std::size_t longest_host_name = 512;

std::optional<double> seconds(TomlSection& section, const char* key) {
    const toml::node* node = section.node(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    if (!value || !(*value > 0 && *value <= 1e8))
        section.refuse(*node, key, "a number of seconds above 0 and at most 1e8");
    return value;
}

std::map<std::string, double> read_rates(TomlSection section) {
    std::map<std::string, double> read;
    for (const char* name : rates::all) {
        const toml::node* const node = section.node(name);
        if (node == nullptr) continue;
        const auto rate = node->is_number() ? node->value<double>() : std::nullopt;
        if (!rate || !(*rate > 0) || !std::isfinite(*rate)) section.refuse(*node, name, "a number above 0");
        read[name] = *rate;
    }
    section.reject_unknown_keys();
    return read;
}

} // namespace

Hardware read_hardware(TomlSection section) {
    Hardware hardware;
    hardware.processor = section.text("processor");
    hardware.accelerators = section.text("accelerators");
    hardware.network = section.text("network");
    hardware.topology = section.text("topology");
    if (const toml::node* node = section.node("topology"); node != nullptr)
        if (!network::parse_topology(hardware.topology, 1).topology)
            section.refuse(*node, "topology", std::string("a topology such as ") + network::topology_forms);
    hardware.nodes = section.integer("nodes", one);
    hardware.cores = section.integer("cores", one);
    hardware.memory_bytes = section.integer("memory_bytes", one);
    hardware.word_bits = section.integer<std::int64_t>("word_bits", 8, 1024);
    section.reject_unknown_keys();
    return hardware;
}

Limits read_limits(TomlSection section) {
    Limits limits;
    limits.seconds = seconds(section, "seconds");
    limits.queue_seconds = seconds(section, "queue_seconds");
    section.reject_unknown_keys();
    return limits;
}

Queue read_queue(TomlSection section) {
    Queue queue;
    queue.submit = section.strings("submit", true);
    queue.state = section.strings("state", true);
    queue.cancel = section.strings("cancel", true);
    queue.directives = section.strings("directives");
    queue.package = section.text("package");
    section.reject_unknown_keys();
    check_placeholders(section, "submit", queue.submit, {"script", "directory", "ranks"}, {"script"});
    check_placeholders(section, "state", queue.state, {"job"}, {"job"});
    check_placeholders(section, "cancel", queue.cancel, {"job"}, {"job"});
    check_placeholders(section, "directives", queue.directives, {"directory", "ranks"}, {});
    return queue;
}

Simulation read_simulation(TomlSection section, const std::string& origin) {
    Simulation simulation;
    simulation.platform = section.text("platform", true);
    simulation.hosts = section.integer("hosts", one, most_simulated_hosts).value_or(1);
    simulation.host_name = section.text("host_name", true);
    if (simulation.host_name.size() > longest_host_name)
        section.refuse(*section.node("host_name"), "host_name",
                       fmt::format("at most {} characters", longest_host_name));
    if (const toml::table* table = section.table("rates", true))
        simulation.rates = read_rates({*table, "simulation.rates.", origin});
    if (const toml::table* table = section.table("sources"))
        simulation.sources = read_texts({*table, "simulation.sources.", origin}, *table);
    simulation.calibrated = section.strings("calibrated");
    section.reject_unknown_keys();
    check_placeholders(section, "host_name", {simulation.host_name}, {"index"}, {"index"});
    return simulation;
}

std::map<std::string, std::string> read_texts(const TomlSection& section, const toml::table& table) {
    std::map<std::string, std::string> texts;
    for (const auto& [key, node] : table) {
        if (!node.is_string()) section.refuse(node, key.str(), "a string");
        texts[std::string(key.str())] = node.as_string()->get();
    }
    return texts;
}

} // namespace loop::runner
