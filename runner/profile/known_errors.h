#pragma once

#include "runner/profile/profile.h"

#include <string>

/// Messages about problems of a machine, in one style: the profile, its key, the problem, the remedy.
namespace loop::runner {

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
