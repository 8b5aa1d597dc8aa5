#pragma once

#include "runner/profile/profile.h"

#include <string>

/// What is wrong with a machine, in one form everywhere: the profile, its key, what was seen, what to do.
namespace loop::runner {

/// "machine `NAME`, `KEY`: WHAT".
std::string about_key(const MachineProfile& profile, const std::string& key, const std::string& what);

/// Why the launcher gave up, from its words on stderr, as a sentence with its remedy; empty where they are
/// not known.
std::string launcher_hint(const MachineProfile& profile, const std::string& errors);

/// For ranks that each left the record of the only rank.
std::string wrong_launcher_hint(const MachineProfile& profile);

/// Whether the simulator ended because every rank waited.
bool stands_still(const std::string& words);

/// What its words or its silence mean; empty when that is not known.
std::string simulator_hint(const std::string& words, bool timed_out);
/// The same for the compiler's words.
std::string simulator_build_hint(const std::string& messages);

} // namespace loop::runner
