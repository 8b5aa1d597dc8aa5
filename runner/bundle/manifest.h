#pragma once

#include "base/formats/bundle.h"

#include <filesystem>
#include <string>

namespace loop::runner {

/// The largest file of a bundle that is read.
constexpr std::size_t file_limit_bytes = std::size_t(64) << 20;

using Manifest = formats::Bundle;

/// Failure (InputOutput) where `text` is no manifest; `origin` names it.
Manifest read_manifest(const std::string& text, const std::string& origin);

/// Whether a file named in a profile is beside it or below: relative, and without a way up.
bool lies_beside(const std::filesystem::path& file);

} // namespace loop::runner
