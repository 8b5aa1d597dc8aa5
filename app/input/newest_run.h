#pragma once

#include <filesystem>

namespace loop::app {

/// The folder of the newest run or sweep in the current folder that has its default name. Throws Failure
/// (Usage) if there is none.
std::filesystem::path newest_run_here();

} // namespace loop::app
