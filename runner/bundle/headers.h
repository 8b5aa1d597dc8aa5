#pragma once

#include "compiler/compiler.h"

#include <filesystem>
#include <map>
#include <string>

namespace loop::runner {

/// The files that `text` includes in quotes, directly or indirectly, by their path relative to `folder`.
/// Quoted headers that are not found belong to the system and are left out. Conditions are ignored: a header
/// included on some machines is part of every bundle. Throws Failure (Usage) for a header outside the folder,
/// and (InputOutput) for an unreadable one.
std::map<std::string, std::string> quoted_headers(std::string_view text, const std::filesystem::path& folder);

/// Whether a line of `text` includes a file in quotes.
bool has_quoted_header(std::string_view text);

} // namespace loop::runner
