#pragma once

#include "runner/build/runtime_parts.h"

#include <filesystem>
#include <string>

namespace loop::runner {

/// One source file with the text of all files of the unit and of the runtime's private headers, each once, in
/// the order in which a compiler would read them. Public headers (`loop/...`) are still included by name.
/// Expects that the runtime includes its private headers unconditionally, and that all have `#pragma once`.
/// Throws Failure (InputOutput) if a file cannot be read.
std::string joined_source(const std::filesystem::path& runtime, const RuntimeUnit& unit);

} // namespace loop::runner
