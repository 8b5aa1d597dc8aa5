#pragma once

#include <filesystem>

namespace loop::cli {

/// The folder of the newest run or sweep in the current folder that has its default name. Throws Failure
/// (Usage) if there is none.
std::filesystem::path newest_run_here();

} // namespace loop::cli
