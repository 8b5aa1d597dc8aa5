#pragma once

#include "runner/system/cache.h"

#include <filesystem>
#include <string>
#include <vector>

/// Hashes that identify what a program was built with. Cheap: no process is started.
namespace loop::runner {

/// Path, size and time of the tool, and of the compiler that MPI's wrapper calls. Empty when it is not in
/// PATH.
std::string tool_identity(const std::string& tool);

/// The compiler, its flags, what in the environment steers it, and the processor when the flags say `native`.
std::string compiler_identity(const std::vector<std::string>& compiler,
                              const std::vector<std::string>& flags);

/// Paths and contents of all C++ files under `folder`.
std::string sources_hash(const std::filesystem::path& folder);

/// The first line with a digit, without the title that hydra puts before it; empty if there is none.
std::string version_in(const std::string& text);

/// version_in() of `tool --version`, learnt once for each version of the tool; "unknown" when it says
/// nothing.
std::string version_of(const std::string& tool, const Cache& cache, Interrupts& interrupts);

} // namespace loop::runner
