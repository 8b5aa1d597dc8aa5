#pragma once

#include <string>

/// What the simulator says that a user can act upon.
namespace loop::runner {

/// Whether the simulator ended because every rank waited.
bool stands_still(const std::string& words);

/// What its words or its silence mean; empty when that is not known.
std::string simulator_hint(const std::string& words, bool timed_out);
/// The same for the compiler's words.
std::string simulator_build_hint(const std::string& messages);

} // namespace loop::runner
