#pragma once

#include <cstdint>
#include <filesystem>

namespace loop::runner {

/// Copies a folder of results without the programs, which are built again, and without links, which may lead
/// elsewhere.
void copy_results(const std::filesystem::path& from, const std::filesystem::path& to);

/// The size of all files in a folder.
std::uintmax_t bytes_below(const std::filesystem::path& folder);

} // namespace loop::runner
