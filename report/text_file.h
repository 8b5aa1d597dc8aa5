#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace loop::report {

/// The whole file, at most 1 GiB; nothing where it cannot be read.
std::optional<std::string> text_of_file(const std::filesystem::path& path);

/// Writes beside `path` and renames into place. Throws std::filesystem::filesystem_error.
void write_text_file(const std::filesystem::path& path, const std::string& text);

} // namespace loop::report
