#pragma once

#include "runner/profile/profile.h"

#include <string>

/// Problems of a machine in one form: the profile, its key, the problem, the remedy.
namespace loop::runner {

/// "machine `NAME`, `KEY`: WHAT".
std::string about_key(const MachineProfile& profile, const std::string& key, const std::string& what);

/// Why the launcher failed, from its stderr, as a sentence with a remedy; empty if unknown.
std::string launcher_hint(const MachineProfile& profile, const std::string& errors);

/// For ranks that each ran alone.
std::string wrong_launcher_hint(const MachineProfile& profile);

/// Whether the simulator reported a deadlock.
bool reports_deadlock(const std::string& words);

/// The meaning of its output or of a timeout; empty if unknown.
std::string simulator_hint(const std::string& words, bool timed_out);
/// The same for the compiler's output.
std::string simulator_build_hint(const std::string& messages);

} // namespace loop::runner
