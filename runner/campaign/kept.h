#pragma once

#include <filesystem>

namespace loop::runner {

/// How many results the launch whose records are in the folder has kept as they came (docs/record-format.md);
/// a line without its end was not. 0 where there is no such file.
int kept_results(const std::filesystem::path& records);

} // namespace loop::runner
