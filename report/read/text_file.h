#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace loop::report {

constexpr std::uintmax_t max_file_bytes = std::uintmax_t{1} << 30;

/// The whole file, at most this many bytes; nothing if it cannot be read.
std::optional<std::string> text_of_file(const std::filesystem::path& path);

} // namespace loop::report
