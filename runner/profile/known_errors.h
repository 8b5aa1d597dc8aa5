#pragma once

#include "runner/profile/profile.h"

#include <cstdint>
#include <optional>
#include <string>

/// Messages about problems of a machine, in one style: the profile, its key, the problem, the remedy.
namespace loop::runner {

/// What to do if /dev/shm is too small.
inline constexpr const char* shared_memory_remedy =
    "ranks of one host exchange messages through it: remove files from it, or enlarge it (a container: "
    "`--shm-size=1g`)";

/// Why MPICH failed, judging by the stdout of a launch that failed, to which its network layer writes: a
/// sentence with a remedy if /dev/shm is too small; empty if unknown.
std::string shared_memory_hint(const MachineProfile& profile, const std::string& output);

/// A sentence on a launch whose ranks probably could not use shared memory: `free_bytes` of /dev/shm before
/// it (nullopt: unknown) were too few for its ranks, or Open MPI says so in its output, which is not always
/// the case. Empty if neither is true.
std::string slow_transport(std::optional<std::uint64_t> free_bytes, int ranks, const std::string& errors);

/// "machine `NAME`, `KEY`: WHAT".
std::string about_key(const MachineProfile& profile, const std::string& key, const std::string& what);

/// Why the launcher failed, judging by its stderr: a sentence with a remedy; empty if unknown.
std::string launcher_hint(const MachineProfile& profile, const std::string& errors);

/// The same if each rank was the only one in its MPI_COMM_WORLD, because another MPI library's launcher
/// started it.
std::string wrong_launcher_hint(const MachineProfile& profile);

/// Whether the simulator reported a deadlock.
bool reports_deadlock(const std::string& words);

/// Explains the simulator's output or a timeout; empty if unknown.
std::string simulator_hint(const std::string& words, bool timed_out);
/// Explains the output of the simulator's compiler; empty if unknown.
std::string simulator_build_hint(const std::string& messages);

} // namespace loop::runner
