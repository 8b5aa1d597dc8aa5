#include "report/read/environment_lines.h"

#include "base/text/clean.h"
#include "base/text/units.h"

#include <fmt/core.h>

namespace loop::report {


namespace {

std::string text_of(const Json& environment, const char* key) {
    const Json* const found = environment.find(key);
    if (found == nullptr) return "unknown";
    if (found->is_string()) return clean_text(found->get<std::string>());
    return found->is_number_float() ? fmt::format("{:.2f}", found->get<double>()) : clean_text(found->dump());
}

void add(std::string& line, const std::string& part) {
    if (part.empty()) return;
    if (!line.empty()) line += ", ";
    line += part;
}

std::string memory(const Json& environment) {
    const Json& bytes = environment["memory_bytes"];
    return bytes.is_number() ? bytes_text(bytes.get<double>()) : "";
}

/// A fact that is worth a word only where it is known: "governor performance".
std::string known(const Json& environment, const char* key, const char* label) {
    const std::string text = text_of(environment, key);
    return text == "unknown" || text == "none" || text == "none seen" ? ""
                                                                      : fmt::format("{} {}", label, text);
}

} // namespace

std::string hardware_line(const Run& run) {
    const Json& environment = run.environment;
    std::string line = text_of(environment, "host");
    add(line, text_of(environment, "cpu"));
    const std::string cores = text_of(environment, "cores_available"),
                      online = text_of(environment, "cores_online");
    add(line, cores == online ? cores + " cores" : fmt::format("{} of {} cores", cores, online));
    add(line, memory(environment));
    add(line, known(environment, "governor", "governor"));
    add(line, known(environment, "turbo", "turbo"));
    add(line, known(environment, "container", "container"));
    add(line, fmt::format("load {} -> {}", text_of(environment, "load_before"),
                          text_of(environment, "load_after")));
    return line;
}

std::string software_line(const Run& run) {
    std::string line = text_of(run.environment, "os");
    // Open MPI adds its package and build; they are in run.json.
    add(line, run.mpi_version.substr(0, run.mpi_version.find(',')));
    std::string compiler = run.compiler_version;
    for (const std::string& flag : run.flags)
        compiler += " " + flag;
    add(line, compiler);
    add(line, "loop " + run.loop_version);
    return line;
}

} // namespace loop::report
