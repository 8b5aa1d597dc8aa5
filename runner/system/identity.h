#pragma once

#include "runner/system/cache.h"

#include <filesystem>
#include <string>
#include <vector>

/// Hashes that identify what a program was built with. Fast: no process is started, except by version_of().
namespace loop::runner {

/// Path, size, and modification time of the tool, and of the g++ that MPI's wrappers call. Empty if the tool
/// is not in PATH.
std::string tool_identity(const std::string& tool);

/// Hash of the compiler, its flags, the environment variables that affect it and, if the flags contain
/// `native`, the processor.
std::string compiler_identity(const std::vector<std::string>& compiler,
                              const std::vector<std::string>& flags);

/// Hash of the paths and contents of all C++ files under `folder`.
std::string sources_hash(const std::filesystem::path& folder);

/// The first line that contains a digit, without Hydra's prefix "Version:"; empty if there is none.
std::string version_in(const std::string& text);

/// version_in() of the output of `tool --version`, cached for each version of the tool; "unknown" if it
/// prints no version.
std::string version_of(const std::string& tool, const Cache& cache, Interrupts& interrupts);

} // namespace loop::runner
