#pragma once

#include "runner/launch/launch.h"
#include "runner/profile/profile.h"
#include "runner/system/failure.h"

#include <memory>

namespace loop::runner {

/// A program of the profile that is started on this host.
struct RequiredTool {
    std::string key; ///< of the profile
    std::string program;
    std::string package; ///< Debian's; may be empty
    ExitCode code;       ///< what a run without it ends with

    bool is_installed() const;
    /// The failure of a run without it.
    Failure missing(const MachineProfile& profile) const;
};

/// The kind of a machine: ranks run on this host, on named hosts, in jobs of a queue, or in a simulator. All
/// code that depends on the kind asks this class.
class MachineKind {
public:
    explicit MachineKind(const MachineProfile& profile) : profile_(profile) {}
    virtual ~MachineKind() = default;

    /// Times are computed, not measured.
    virtual bool is_model() const { return false; }
    /// Ranks run on hosts that do not see the temporary folder of this host.
    virtual bool is_elsewhere() const { return false; }
    bool is_this_host() const { return !is_model() && !is_elsewhere(); }
    /// Where to create a temporary folder that the ranks can see; empty: anywhere.
    std::filesystem::path shared_folder() const;

    /// Absent: the number of cores of this host.
    virtual std::optional<std::int64_t> usual_ranks() const;
    /// Number of ranks for the probe of `machine check`.
    virtual std::int64_t probe_ranks(std::int64_t cores_here) const;

    /// The runtime's archives as the line that links needs them.
    virtual std::vector<std::string> linked(std::vector<std::string> archives) const { return archives; }
    /// Explanation of compiler messages for the user; empty if unknown.
    virtual std::string build_hint(const std::string&) const { return {}; }

    /// The compiler, and the launcher or, on a machine with a queue, what hands jobs over: there the launcher
    /// belongs to the nodes.
    virtual std::vector<RequiredTool> tools() const;
    RequiredTool compiler() const;

    /// Starts the ranks and waits for their end: run_launch(), or a job.
    virtual LaunchEnd run(const Launch& launch, int ranks, Interrupts& interrupts) const;
    /// Describes what run() would do, as lines; `times` is appended to the command.
    virtual std::string plan(const Launch& launch, int ranks, const std::string& times) const;

    /// After a launch that failed: a sentence about hosts that no longer answer, or empty.
    virtual std::string lost(Interrupts& interrupts) const;
    /// Whether the launcher reported a deadlock in its stderr.
    virtual bool tells_hang(const std::filesystem::path&) const { return false; }
    /// Why the launcher failed, from its output. `alone`: each rank found itself alone.
    virtual std::string launch_hint(const std::string& words, bool timed_out, bool alone) const;

protected:
    const MachineProfile& profile_;
};

/// The profile must outlive it.
std::unique_ptr<MachineKind> kind_of(const MachineProfile& profile);

} // namespace loop::runner
