#pragma once

#include "runner/build/runtime_parts.h"

#include <string>
#include <vector>

/// How the units of the runtime library are compiled, given the flags of a machine's profile.
namespace loop::runner {

/// The level for cold units that all compilers accept.
constexpr const char* common_cold_level = "-O1";

/// Whether the flag makes the result run only on this processor.
bool is_of_processor(const std::string& flag);

/// The flags that follow the profile's for this unit. If the profile's flags optimize, debug information is
/// not worth the build time, nor is the highest level in `base`, which does not compute; cold units get
/// `cold_level`.
std::vector<std::string> unit_flags(const std::vector<std::string>& profile_flags, const RuntimePart& part,
                                    const RuntimeUnit& unit, const std::string& cold_level);

} // namespace loop::runner
