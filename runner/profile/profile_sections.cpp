#include "runner/profile/profile_sections.h"

#include "runner/profile/placeholders.h"

#include <fmt/core.h>

namespace loop::runner {

namespace {

std::optional<double> seconds(TomlSection& section, const char* key) {
    const toml::node* node = section.node(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    if (!value || !(*value > 0 && *value <= 1e8))
        section.fail(*node, fmt::format("`{}{}` must be a number of seconds above 0 and at most 1e8",
                                        section.prefix(), key));
    return value;
}

std::map<std::string, double> read_numbers(const TomlSection& section, const toml::table& table) {
    std::map<std::string, double> numbers;
    for (const auto& [key, node] : table) {
        if (!node.is_number())
            section.fail(node, fmt::format("`{}{}` must be a number", section.prefix(), key.str()));
        numbers[std::string(key.str())] = *node.value<double>();
    }
    return numbers;
}

} // namespace

Hardware read_hardware(TomlSection section) {
    Hardware hardware;
    hardware.processor = section.text("processor");
    hardware.network = section.text("network");
    hardware.nodes = read_count(section, "nodes");
    hardware.cores = read_count(section, "cores");
    hardware.memory_bytes = read_count(section, "memory_bytes");
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
    queue.submit = section.words("submit", true);
    queue.state = section.words("state", true);
    queue.cancel = section.words("cancel", true);
    queue.directives = section.words("directives");
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
    simulation.hosts = read_count(section, "hosts").value_or(1);
    simulation.host_name = section.text("host_name", true);
    if (const toml::table* table = section.table("rates", true))
        simulation.rates = read_numbers({*table, "simulation.rates.", origin}, *table);
    if (const toml::table* table = section.table("sources"))
        simulation.sources = read_texts({*table, "simulation.sources.", origin}, *table);
    simulation.calibrated = section.words("calibrated");
    section.reject_unknown_keys();
    check_placeholders(section, "host_name", {simulation.host_name}, {"index"}, {"index"});
    return simulation;
}

std::optional<std::int64_t> read_count(TomlSection& section, const char* key) {
    const toml::node* node = section.node(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->is_integer() ? node->value<std::int64_t>() : std::nullopt;
    if (!value || *value < 1)
        section.fail(*node, fmt::format("`{}{}` must be a whole number above 0", section.prefix(), key));
    return value;
}

std::map<std::string, std::string> read_texts(const TomlSection& section, const toml::table& table) {
    std::map<std::string, std::string> texts;
    for (const auto& [key, node] : table) {
        if (!node.is_string())
            section.fail(node, fmt::format("`{}{}` must be a string", section.prefix(), key.str()));
        texts[std::string(key.str())] = node.as_string()->get();
    }
    return texts;
}

} // namespace loop::runner
