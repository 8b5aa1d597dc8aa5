#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace loop::report {

constexpr std::uintmax_t most_file_bytes = std::uintmax_t{1} << 30;

/// The whole file, at most so many bytes; nothing where it cannot be read.
std::optional<std::string> text_of_file(const std::filesystem::path& path);

} // namespace loop::report
