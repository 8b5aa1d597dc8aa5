#pragma once

#include "runner/build/runtime_parts.h"

#include <filesystem>
#include <string>

namespace loop::runner {

/// One source file with the text of all files of the unit and of the runtime's private headers, in the order
/// in which a compiler would read them: those with `#pragma once` once, others as often as they are included.
/// Public headers
/// (`loop/...`) are still included by name. Expects that the runtime includes private headers
/// unconditionally, and by their names. Throws Failure (InputOutput) if a file cannot be read.
std::string joined_source(const std::filesystem::path& runtime, const RuntimeUnit& unit);

} // namespace loop::runner
