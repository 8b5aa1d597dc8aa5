#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace loop::report {

/// The whole file, at most 1 GiB; nothing where it cannot be read.
std::optional<std::string> text_of_file(const std::filesystem::path& path);

} // namespace loop::report
