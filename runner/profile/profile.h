#pragma once

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

/// Description of the hardware for the sheet; missing values are unknown.
struct Hardware {
    std::string processor;
    std::string network;
    std::optional<std::int64_t> nodes, cores, memory_bytes; ///< cores and memory of one node

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.unless_empty("processor", self.processor);
        fields.unless_empty("network", self.network);
        fields.unless_null("nodes", self.nodes);
        fields.unless_null("cores", self.cores);
        fields.unless_null("memory_bytes", self.memory_bytes);
    };
};

/// What the machine allows; absent: no limit of LOOP.
struct Limits {
    std::optional<double> seconds;       ///< of one launch, unless the user asks for another limit
    std::optional<double> queue_seconds; ///< of waiting for a job to start

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.unless_null("seconds", self.seconds);
        fields.unless_null("queue_seconds", self.queue_seconds);
    };
};

/// How jobs are submitted, monitored and cancelled.
struct Queue {
    std::vector<std::string> submit;     ///< `{script}` `{directory}` `{ranks}`; prints the job's number
    std::vector<std::string> state;      ///< `{job}`; prints nothing, or fails, once the job is gone
    std::vector<std::string> cancel;     ///< `{job}`
    std::vector<std::string> directives; ///< first lines of the job script; `{ranks}` `{directory}`
    std::string package;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("submit", self.submit);
        fields("directives", self.directives);
    };
};

/// A simulated machine. Numbers with their sources; `platform` is a file in the folder of the profile.
struct Simulation {
    std::filesystem::path platform;
    std::int64_t hosts = 0;
    std::string host_name;                      ///< `{index}` counts from 0
    std::map<std::string, double> rates;        ///< what the model charges, by name
    std::map<std::string, std::string> sources; ///< of each rate and of the platform: where it is from
    std::vector<std::string> calibrated;        ///< rows of published tables that fixed a rate

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("platform", self.platform.string());
        fields("hosts", self.hosts);
        fields("host_name", self.host_name);
        fields("rates", self.rates);
        fields("sources", self.sources);
        fields("calibrated", self.calibrated);
    };
};

/// How programs are built and started on one machine. Command lines are argument vectors; no shell sees them
/// but that of a queue's job script, which gets them quoted. docs/machine-profile.md says what each key
/// means.
struct MachineProfile {
    std::string name;
    std::string description;
    std::filesystem::path folder; ///< where the file is; empty for a text
    Hardware hardware;
    std::vector<std::string> compiler;
    std::vector<std::string> flags;
    std::vector<std::string> libraries; ///< behind everything else on the line that links
    std::string
        compiler_package; ///< the Debian package that brings the compiler, for the message when it is missing
    std::string mpi;      ///< how the MPI library calls itself: "MPICH", "Open MPI"; empty: any
    std::vector<std::string> launcher; ///< placeholders are replaced, see launch_arguments()
    std::string launcher_package;
    std::vector<std::string> hosts;    ///< the hosts of `{hostfile}` and `{hosts}`
    bool wants_hosts = false;          ///< ranks go to hosts, named here or by the user
    std::vector<std::string> reach;    ///< `{host}`; succeeds when a host answers; empty: no one asks
    std::optional<std::int64_t> slots; ///< the most ranks that the launcher starts; absent: any number
    std::string pinning;               ///< what each rank should get: "core", "none", or empty: not said
    std::map<std::string, std::string> environment; ///< set for the launcher and the ranks
    Limits limits;
    std::optional<Queue> queue;
    std::optional<Simulation> simulation;

    /// "ncube2 (nCUBE/2 of 1994, a model)": for people.
    std::string title() const { return description.empty() ? name : name + " (" + description + ")"; }

    static constexpr auto members = [](auto& fields, auto& self) {
        fields("name", self.name);
        fields("description", self.description);
        fields("compiler", self.compiler);
        fields("flags", self.flags);
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

/// The profile as run.json and results.json hold it: what was left out of the file is left out here.
Json machine_record(const MachineProfile& profile);

/// Reads a profile; `origin` names it in messages, `folder` is where its files are. Unknown keys and
/// placeholders and wrong types are failures (Usage).
MachineProfile parse_profile(std::string_view text, const std::string& origin,
                             const std::filesystem::path& folder = {});

/// Names of all profiles, the user's own and the shipped ones, sorted, each once.
std::vector<std::string> profile_names(const Installation& installation);

/// The file of the profile called `name`, of the user's own before the shipped one; or the file of that name
/// when it has a `/` or ends in `.toml`.
std::filesystem::path profile_file(const Installation& installation, const std::string& name);
MachineProfile find_profile(const Installation& installation, const std::string& name);

/// The launcher's arguments for `ranks` ranks of `program`. What belongs to one launch, `{directory}` and
/// `{hostfile}`, is left to in_folder().
std::vector<std::string> launch_arguments(const MachineProfile& profile, int ranks,
                                          const std::filesystem::path& program);

/// The arguments of the launch in `folder`.
std::vector<std::string> in_folder(const std::vector<std::string>& arguments,
                                   const std::filesystem::path& folder);

/// The text of the `{hostfile}`, a host a line; empty when the launcher does not use one.
std::string host_file(const MachineProfile& profile);

} // namespace loop::runner
