#pragma once

#include "compiler/compiler.h"

#include <filesystem>
#include <map>
#include <string>

namespace loop::runner {

/// The files that `text` includes in quotes, and those that they include, by their path relative to `folder`,
/// if they are in it; others belong to the system. Failure (Usage) for a header outside the folder,
/// (InputOutput) for an unreadable one. Conditions are ignored: a header included on some machines is part of
/// every bundle.
std::map<std::string, std::string> quoted_headers(std::string_view text, const std::filesystem::path& folder);

} // namespace loop::runner
