#pragma once

#include "compiler/compiler.h"

#include <string>
#include <string_view>

namespace loop::runner {

/// If the output of compiler and linker shows that a flag, library, or header is missing: what to write in
/// `\BUILD`, and which Debian package to install. Empty otherwise. `needs`: what the program declares
/// already.
std::string missing_library_hint(std::string_view messages, const compiler::BuildNeeds& needs);

} // namespace loop::runner
