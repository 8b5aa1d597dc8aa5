#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace loop::report {

constexpr std::uintmax_t max_file_bytes = std::uintmax_t{1} << 30;

/// Returns the whole file; nothing if it cannot be read or is larger than max_file_bytes.
std::optional<std::string> text_of_file(const std::filesystem::path& path);

} // namespace loop::report
