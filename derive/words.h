#pragma once

#include "derive/code.h"

namespace loop::report::derive {

/// What a construct does, as a word for the name of a variable: "reduction", "halo". Empty: no communication.
std::string word_for(const std::string& construct);

/// What statements do most, for names: "halo_and_reduction".
std::string name_for(const Codes& codes);

/// The same as the title of a phase: "halo exchange and reductions".
std::string title_for(const Codes& codes);

} // namespace loop::report::derive
