#pragma once

#include <filesystem>

namespace loop::app {

/// Shows a file in the program that the desktop chooses for it, for example a sheet in the browser. Returns
/// when `xdg-open` does, which may be when that program ends. Throws Failure (InputOutput) if it does not
/// work.
void open_file(const std::filesystem::path& file);

} // namespace loop::app
