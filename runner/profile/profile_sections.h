#pragma once

#include "runner/profile/profile.h"
#include "runner/system/toml_section.h"

/// Readers for the optional tables of a profile. They throw Failure as parse_profile() does.
namespace loop::runner {

Hardware read_hardware(TomlSection section);
Limits read_limits(TomlSection section);
Queue read_queue(TomlSection section);
Simulation read_simulation(TomlSection section, const std::string& origin);

/// Reads a table with arbitrary keys whose values are strings.
std::map<std::string, std::string> read_texts(const TomlSection& section, const toml::table& table);

} // namespace loop::runner
