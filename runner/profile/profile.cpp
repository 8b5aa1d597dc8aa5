#include "runner/profile/profile.h"

#include "base/formats/fields.h"
#include "base/text/nearest.h"
#include "base/text/strings.h"
#include "runner/profile/host_list.h"
#include "runner/profile/placeholders.h"
#include "runner/profile/profile_sections.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/toml_section.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t profile_limit_bytes = std::size_t(1) << 20;
constexpr const char* host_file_name = "hostfile";

void read_build(TomlSection section, MachineProfile& profile) {
    profile.compiler = section.strings("compiler", true);
    profile.flags = section.strings("flags");
    profile.libraries = section.strings("libraries");
    profile.compiler_package = section.text("package");
    profile.mpi = section.text("mpi");
    section.reject_unknown_keys();
}

/// Names that are empty are kept: they are refused where the hosts are used.
std::vector<std::string> read_hosts(TomlSection& section) {
    std::vector<std::string> hosts;
    for (const std::string& entry : section.strings("hosts")) {
        const std::size_t before = hosts.size();
        add_hosts(entry, section.place_of("hosts"), hosts);
        if (hosts.size() == before) hosts.push_back(entry);
    }
    return hosts;
}

void read_launch(TomlSection section, MachineProfile& profile) {
    profile.launcher = section.strings("command", true);
    profile.launcher_package = section.text("package");
    profile.hosts = read_hosts(section);
    profile.wants_hosts = section.has("hosts");
    profile.reach = section.strings("reach");
    profile.map_arguments = section.strings("map");
    profile.slots = section.integer<std::int64_t>("slots", 1);
    profile.pinning = section.text("pinning");
    section.reject_unknown_keys();
    if (const toml::node* node = section.node("pinning");
        node != nullptr && profile.pinning != "core" && profile.pinning != "none")
        section.fail(*node, fmt::format("`launch.pinning` is `{}`", profile.pinning),
                     "use `core` (one core per rank) or `none`");
    const Placeholders known{"ranks",    "program", "directory",        "hostfile",
                             "platform", "hosts",   "profile_directory"};
    check_placeholders(section, "command", profile.launcher, known, {"ranks", "program"});
    check_placeholders(section, "reach", profile.reach, {"host", "profile_directory"}, {"host"});
}

/// The replacements that are known before the launch has a folder.
Replacements replacements(const MachineProfile& profile, int ranks, const fs::path& program) {
    return {{"ranks", std::to_string(ranks)},
            {"program", program.string()},
            {"hosts", joined(profile.hosts, ",")},
            {"platform", profile.simulation ? (profile.folder / profile.simulation->platform).string() : ""},
            {"profile_directory", profile.folder.empty() ? "." : profile.folder.string()}};
}

bool uses(const MachineProfile& profile, const std::string& placeholder) {
    return std::any_of(profile.launcher.begin(), profile.launcher.end(), [&](const std::string& word) {
        return word.find("{" + placeholder + "}") != std::string::npos;
    });
}

/// Checks that a profile whose launcher needs hosts or a platform names them.
void check_is_whole(const MachineProfile& profile, const std::string& origin) {
    const auto lacks = [&](const std::string& placeholder, const std::string& key) {
        throw Failure(ExitCode::Usage, fmt::format("{}: `launch.command` has `{{{}}}`, but there is no `{}`",
                                                   origin, placeholder, key));
    };
    const bool has_hosts = profile.wants_hosts || profile.simulation;
    if (uses(profile, "hostfile") && !has_hosts) lacks("hostfile", "launch.hosts");
    if (uses(profile, "hosts") && !profile.wants_hosts) lacks("hosts", "launch.hosts");
    if (uses(profile, "platform") && !profile.simulation) lacks("platform", "simulation.platform");
}

} // namespace

MachineProfile parse_profile(std::string_view text, const std::string& origin, const fs::path& folder) {
    const toml::table root = parse_toml(text, origin);
    TomlSection top(root, "", origin);
    MachineProfile profile;
    profile.folder = folder;
    profile.name = top.text("name", true);
    profile.description = top.text("description");
    read_build({*top.table("build", true), "build.", origin}, profile);
    read_launch({*top.table("launch", true), "launch.", origin}, profile);
    if (const auto* table = top.table("hardware"))
        profile.hardware = read_hardware({*table, "hardware.", origin});
    if (const auto* table = top.table("limits")) profile.limits = read_limits({*table, "limits.", origin});
    if (const auto* table = top.table("queue")) profile.queue = read_queue({*table, "queue.", origin});
    if (const auto* table = top.table("simulation"))
        profile.simulation = read_simulation({*table, "simulation.", origin}, origin);
    if (const auto* table = top.table("environment"))
        profile.environment = read_texts({*table, "environment.", origin}, *table);
    top.reject_unknown_keys();
    if (profile.simulation && !profile.slots) profile.slots = profile.simulation->hosts;
    check_is_whole(profile, origin);
    return profile;
}

Json machine_record(const MachineProfile& profile) {
    return formats::to_json(profile);
}

std::vector<std::string> profile_names(const Installation& installation) {
    std::vector<std::string> names = names_in(installation.machines, ".toml");
    if (!installation.own_machines.empty())
        for (std::string& name : names_in(installation.own_machines, ".toml"))
            names.push_back(std::move(name));
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

fs::path profile_file(const Installation& installation, const std::string& name) {
    const fs::path path(name);
    if (name.find('/') != std::string::npos || path.extension() == ".toml") return path;
    const std::vector<std::string> known = profile_names(installation);
    if (std::find(known.begin(), known.end(), name) == known.end())
        throw Failure(
            ExitCode::Usage, fmt::format("unknown machine `{}`", name),
            did_you_mean(name, known,
                         fmt::format("machines: {}; or give a file `x.toml`", joined(known, ", "))));
    const fs::path own = installation.own_machines / (name + ".toml");
    std::error_code ignored;
    return !installation.own_machines.empty() && fs::exists(own, ignored)
               ? own
               : installation.machines / (name + ".toml");
}

MachineProfile find_profile(const Installation& installation, const std::string& name) {
    const fs::path file = profile_file(installation, name);
    const bool is_ours = file.parent_path() == installation.machines;
    return parse_profile(read_named_file(file, profile_limit_bytes),
                         is_ours ? "machines/" + name + ".toml" : name, fs::absolute(file).parent_path());
}

std::vector<std::string> launch_arguments(const MachineProfile& profile, int ranks, const fs::path& program) {
    return filled(profile.launcher, replacements(profile, ranks, program));
}

std::vector<std::string> in_folder(const std::vector<std::string>& arguments, const fs::path& folder) {
    return filled(arguments,
                  {{"directory", folder.string()}, {"hostfile", (folder / host_file_name).string()}});
}

std::vector<std::string> hosts_in_order(const MachineProfile& profile) {
    std::vector<std::string> hosts = profile.hosts;
    if (hosts.empty() && profile.simulation)
        for (std::int64_t index = 0; index < profile.simulation->hosts; ++index)
            hosts.push_back(replaced(profile.simulation->host_name, "{index}", std::to_string(index)));
    return hosts;
}

bool takes_hosts(const MachineProfile& profile) {
    return uses(profile, "hostfile") || uses(profile, "hosts");
}

std::string host_file(const MachineProfile& profile) {
    std::string text;
    if (!uses(profile, "hostfile")) return text;
    for (const std::string& host : hosts_in_order(profile))
        text += host + "\n";
    return text;
}

} // namespace loop::runner
