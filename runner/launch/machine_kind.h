#pragma once

#include "runner/launch/launch.h"
#include "runner/profile/profile.h"
#include "runner/system/failure.h"

#include <memory>

namespace loop::runner {

/// A program of the profile that is started on this host.
struct RequiredTool {
    std::string key; ///< its key in the profile
    std::string program;
    std::string package; ///< its Debian package; may be empty
    ExitCode code;       ///< exit code of a run without it

    bool is_installed() const;
    /// The Failure to throw if it is missing.
    Failure missing(const MachineProfile& profile) const;
};

/// The kind of a machine: ranks run on this host, on named hosts, in jobs of a queue, or in a simulator. All
/// code that depends on the kind asks this class.
class MachineKind {
public:
    explicit MachineKind(const MachineProfile& profile) : profile_(profile) {}
    virtual ~MachineKind() = default;

    /// Whether times are computed by a model, not measured.
    virtual bool is_model() const { return false; }
    /// Whether ranks run on hosts that do not see this host's temporary folder.
    virtual bool is_elsewhere() const { return false; }
    bool is_this_host() const { return !is_model() && !is_elsewhere(); }
    /// Where to create a temporary folder that the ranks can see; empty: anywhere.
    std::filesystem::path shared_folder() const;

    /// Default number of ranks; absent: the number of cores of this host.
    virtual std::optional<std::int64_t> usual_ranks() const;
    /// Default number of launches of a program that needs `wanted` of them: a model takes the same time in
    /// each.
    int usual_launches(int wanted) const { return is_model() ? 1 : wanted; }
    /// Number of ranks for the probe of `machine check`.
    virtual std::int64_t probe_ranks(std::int64_t cores_here) const;

    /// The runtime's archives with the linker options that they need.
    virtual std::vector<std::string> linked(std::vector<std::string> archives) const { return archives; }
    /// Explanation of compiler messages for the user; empty if unknown.
    virtual std::string build_hint(const std::string&) const { return {}; }

    /// The compiler and the launcher; on a machine with a queue, the queue's commands instead of the
    /// launcher, which is installed on the nodes.
    virtual std::vector<RequiredTool> tools() const;
    RequiredTool compiler() const;

    /// Starts the ranks and waits until they end: run_launch(), or a job.
    virtual LaunchEnd run(const Launch& launch, int ranks, Interrupts& interrupts) const;
    /// Describes what run() would do, as lines; `times` is appended to the command.
    virtual std::string plan(const Launch& launch, int ranks, const std::string& times) const;

    /// After a failed launch: a sentence about hosts that no longer answer; empty if all do.
    virtual std::string lost(Interrupts& interrupts) const;
    /// Whether the launcher reported a deadlock in its stderr.
    virtual bool reports_hang(const std::filesystem::path&) const { return false; }
    /// Why the launcher failed, judging by its output. `alone`: each rank was the only one in its
    /// MPI_COMM_WORLD.
    virtual std::string launch_hint(const std::string& words, bool timed_out, bool alone) const;

protected:
    const MachineProfile& profile_;
};

/// Returns the kind of the profile's machine. The profile must outlive it.
std::unique_ptr<MachineKind> kind_of(const MachineProfile& profile);

} // namespace loop::runner
