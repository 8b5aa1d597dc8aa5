#pragma once

#include "base/formats/hardware.h"
#include "base/text/json.h"
#include "runner/profile/secrets.h"
#include "runner/system/installation.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loop::runner {

using formats::Hardware;

/// Limits of the machine; absent: LOOP sets no limit.
struct Limits {
    std::optional<double> seconds;       ///< of one launch, unless the user sets another limit
    std::optional<double> queue_seconds; ///< maximum wait for a job to start

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.unless_null("seconds", self.seconds);
        fields.unless_null("queue_seconds", self.queue_seconds);
    };
};

/// How jobs are submitted, monitored and cancelled.
struct Queue {
    std::vector<std::string> submit;     ///< `{script}` `{directory}` `{ranks}`; prints the job's number
    std::vector<std::string> state;      ///< `{job}`; prints nothing or fails when the job is gone
    std::vector<std::string> cancel;     ///< `{job}`
    std::vector<std::string> directives; ///< first lines of the job script; `{ranks}` `{directory}`
    std::string package;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("submit", self.submit);
        fields("directives", self.directives);
    };
};

/// A simulated machine: numbers with their sources. `platform` is a file in the profile's folder.
struct Simulation {
    std::filesystem::path platform;
    std::int64_t hosts = 0;
    std::string host_name;                      ///< `{index}` counts from 0
    std::map<std::string, double> rates;        ///< rates of the cost model, by name
    std::map<std::string, std::string> sources; ///< origin of each rate and of the platform
    std::vector<std::string> calibrated;        ///< rows of published tables that a rate was fitted to

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("platform", self.platform.string());
        fields("hosts", self.hosts);
        fields("host_name", self.host_name);
        fields("rates", self.rates);
        fields("sources", self.sources);
        fields("calibrated", self.calibrated);
    };
};

/// How programs are built and started on one machine. Commands are argument vectors and are not passed to a
/// shell, except in a queue's job script, where they are quoted. docs/machine-profile.md explains each key.
struct MachineProfile {
    std::string name;
    std::string description;
    std::filesystem::path folder; ///< the folder of the profile's file; empty if it was not read from a file
    Hardware hardware;
    std::vector<std::string> compiler;
    std::vector<std::string> flags;
    std::vector<std::string> program_flags{}; ///< further ones of programs; set by a command, not by the file
    std::vector<std::string> libraries;       ///< last arguments of the link command
    std::string compiler_package;             ///< Debian package of the compiler, for messages
    std::string mpi;                   ///< the MPI library's name for itself: "MPICH", "Open MPI"; empty: any
    std::vector<std::string> launcher; ///< with placeholders, see launch_arguments()
    std::string launcher_package;
    std::vector<std::string> hosts;    ///< the hosts of `{hostfile}` and `{hosts}`
    bool wants_hosts = false;          ///< ranks run on hosts named here or by the user
    std::vector<std::string> reach;    ///< `{host}`; succeeds if a host answers; empty: no check
    std::optional<std::int64_t> slots; ///< maximum number of ranks; absent: any number
    std::vector<std::string>
        map_arguments;   ///< arguments with which the launcher keeps the order of the hosts
    std::string pinning; ///< declared binding of each rank: "core", "none", or empty: unknown
    std::map<std::string, std::string> environment; ///< set for the launcher and the ranks
    Limits limits;
    std::optional<Queue> queue;
    std::optional<Simulation> simulation;

    /// Name and description for people: "ncube2 (nCUBE/2 of 1994, a model)".
    std::string title() const { return description.empty() ? name : name + " (" + description + ")"; }

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("name", self.name);
        fields("description", self.description);
        fields("compiler", self.compiler);
        fields("flags", self.flags);
        fields.unless_empty("program_flags", self.program_flags);
        fields("launcher", self.launcher);
        fields("environment", without_secrets(self.environment));
        fields.unless_empty("libraries", self.libraries);
        fields.unless_empty("mpi", self.mpi);
        fields.unless_empty("hosts", self.hosts);
        fields.unless_null("slots", self.slots);
        fields.unless_empty("pinning", self.pinning);
        fields.unless_empty("hardware", self.hardware);
        fields.unless_empty("limits", self.limits);
        fields.unless_null("queue", self.queue);
        fields.unless_null("simulation", self.simulation);
    };
};

/// The profile for run.json and results.json. Keys that the profile's file leaves out are left out.
Json machine_record(const MachineProfile& profile);

/// Reads a profile; `origin` is its name in messages, `folder` the folder of its files. Throws Failure
/// (Usage) for unknown keys, unknown placeholders, and wrong types.
MachineProfile parse_profile(std::string_view text, const std::string& origin,
                             const std::filesystem::path& folder = {});

/// Names of all profiles, the user's and those of LOOP, sorted, without duplicates.
std::vector<std::string> profile_names(const Installation& installation);

/// The file of the profile `name`: the user's, otherwise LOOP's. If `name` contains a `/` or ends in `.toml`,
/// it is the path of the file.
std::filesystem::path profile_file(const Installation& installation, const std::string& name);
MachineProfile find_profile(const Installation& installation, const std::string& name);

/// The launcher's arguments for `ranks` ranks of `program`. The placeholders `{directory}` and `{hostfile}`,
/// which differ between launches, are left to in_folder().
std::vector<std::string> launch_arguments(const MachineProfile& profile, int ranks,
                                          const std::filesystem::path& program);

/// Replaces the remaining placeholders for the launch in `folder`.
std::vector<std::string> in_folder(const std::vector<std::string>& arguments,
                                   const std::filesystem::path& folder);

/// The hosts in the order in which the launcher fills them: the profile's, or those of its simulation.
std::vector<std::string> hosts_in_order(const MachineProfile& profile);
/// Whether the launcher gets hosts from LOOP, by `{hostfile}` or `{hosts}`.
bool takes_hosts(const MachineProfile& profile);

/// The text of the `{hostfile}`, one host per line; empty if the launcher does not use one.
std::string host_file(const MachineProfile& profile);

} // namespace loop::runner
