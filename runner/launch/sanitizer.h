#pragma once

#include <string>

namespace loop::runner {

/// Options for AddressSanitizer, if a program was built with it: those of the environment, which take
/// precedence, and those without which it ends the ranks: it refuses libraries that are preloaded before its
/// own, and reports what MPI libraries do not free as a failure of the program. It also keeps the variables
/// of functions that have returned apart from those of others.
std::string sanitizer_options();
/// The same with these instead of the options of the environment.
std::string sanitizer_options(const std::string& own);

} // namespace loop::runner
