#include "report/read/environment_lines.h"

#include "base/text/clean.h"
#include "base/text/distinct.h"
#include "base/text/strings.h"
#include "base/text/units.h"

#include <fmt/core.h>

namespace loop::report {

std::string environment_text(const RunRecord& run, const char* key) {
    const Json* const found = run.environment.find(key);
    if (found == nullptr) return "unknown";
    if (found->is_string()) return clean_text(found->get<std::string>());
    return found->is_number_float() ? fmt::format("{:.2f}", found->get<double>()) : clean_text(found->dump());
}

std::optional<double> memory_bytes(const RunRecord& run) {
    const Json& bytes = run.environment["memory_bytes"];
    return bytes.is_number() ? std::optional(bytes.get<double>()) : std::nullopt;
}

std::string binding_text(const RunRecord& run) {
    Distinct texts;
    for (const formats::RunLaunch& launch : run.launches)
        if (launch.binding) texts.add(clean_text(launch.binding->text));
    return joined(texts.words(), "; in other launches ");
}

namespace {

void add(std::string& line, const std::string& part) {
    if (part.empty()) return;
    if (!line.empty()) line += ", ";
    line += part;
}

/// Returns key and value, such as "governor performance", or "" if the value is unknown or none.
std::string known(const RunRecord& run, const char* key) {
    const std::string text = environment_text(run, key);
    return text == "unknown" || text == "none" || text == "none seen" ? "" : fmt::format("{} {}", key, text);
}

} // namespace

std::string hardware_line(const RunRecord& run) {
    std::string line = environment_text(run, "host");
    add(line, environment_text(run, "cpu"));
    const std::string cores = environment_text(run, "cores_available"),
                      online = environment_text(run, "cores_online");
    add(line, cores == online ? cores + " cores" : fmt::format("{} of {} cores", cores, online));
    if (const auto memory = memory_bytes(run)) add(line, bytes_text(*memory));
    for (const char* key : {"governor", "turbo", "container"})
        add(line, known(run, key));
    add(line, fmt::format("load {} before, {} after", environment_text(run, "load_before"),
                          environment_text(run, "load_after")));
    return line;
}

std::string software_line(const RunRecord& run) {
    std::string line = environment_text(run, "os");
    // Open MPI adds its package and build; they are in run.json.
    add(line, run.versions.mpi.substr(0, run.versions.mpi.find(',')));
    add(line, compiler_line(run));
    add(line, "loop " + run.versions.loop);
    return line;
}

std::string compiler_line(const RunRecord& run) {
    std::string line = run.versions.compiler;
    for (const std::vector<std::string>* flags : {&run.machine.flags, &run.source.flags})
        for (const std::string& flag : *flags)
            line += " " + flag;
    return line;
}

} // namespace loop::report
