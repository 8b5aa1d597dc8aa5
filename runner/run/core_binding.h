#pragma once

#include "base/formats/run_launch.h"
#include "runner/machine/held_cores.h"
#include "runner/machine/present.h"
#include "runner/run/host_threads.h"
#include "runner/run/run.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// By default, each rank on this host gets cores of its own, which other launches leave out: two ranks on one
/// core take turns, although another core may be free.
namespace loop::runner {

/// What asks for the cores.
struct CoreDemand {
    int ranks = 1;
    std::optional<int> threads = 1; ///< of each rank; nullopt: unknown
    int usable = 1;                 ///< how many cores a quota leaves
    std::string bound_by{};         ///< what else decides where ranks run; empty: nothing
};

/// Why ranks do not get cores of their own, whichever are free; empty if they do.
std::string why_unbound(const CoreDemand& demand, std::size_t cores);

/// The CPUs of all ranks, as many for each, those of rank 0 first: one hardware thread of each core in
/// `held`.
std::vector<int> cpus_on(const std::vector<Core>& cores, const std::vector<int>& held);

/// Whether a word of a launch command, an option or a program, decides where ranks run: `--bind-to`,
/// `taskset`.
bool binds(std::string_view word);

/// What else decides where ranks run: `--map`, `--bind none`, the launch command, the profile, or a variable
/// of MPI or OpenMP. Empty if nothing does.
std::string bound_by(const RunRequest& request, const MachineProfile& profile, const Variable& variable);

/// An environment variable of the profile's ranks.
std::string variable_of_ranks(const MachineProfile& profile, const std::string& name);

/// The cores of one launch, held as long as this object exists.
struct CoreBinding {
    std::optional<HeldCores> held;
    std::vector<int> cpus;                     ///< empty: the ranks are not bound by LOOP
    std::optional<formats::RunBinding> record; ///< for run.json; empty on machines other than this host
};

/// Holds cores for a launch on this host.
CoreBinding bind_cores(const ResolvedRun& run);

} // namespace loop::runner
