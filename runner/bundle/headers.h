#pragma once


#include "compiler/compiler.h"

#include <filesystem>
#include <map>
#include <string>

namespace loop::runner {

/// The files that `text` includes in quotes, and those that they include, by their path relative to `folder`,
/// as far as they lie in it; others are the system's. Failure (Usage) for one that lies beside the folder:
/// it cannot travel; (InputOutput) for one that cannot be read. Looks at no condition: a header that is
/// included on some machines travels to all.
std::map<std::string, std::string> quoted_headers(std::string_view text, const std::filesystem::path& folder);

} // namespace loop::runner
