#pragma once

#include "runner/profile/profile.h"
#include "runner/system/toml_section.h"

/// The optional tables of a profile. Failures as in parse_profile().
namespace loop::runner {

Hardware read_hardware(TomlSection section);
Limits read_limits(TomlSection section);
Queue read_queue(TomlSection section);
Simulation read_simulation(TomlSection section, const std::string& origin);

/// A table with keys of the author's own and strings for values.
std::map<std::string, std::string> read_texts(const TomlSection& section, const toml::table& table);

} // namespace loop::runner
