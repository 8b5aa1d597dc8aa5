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

} // namespace loop::runner
