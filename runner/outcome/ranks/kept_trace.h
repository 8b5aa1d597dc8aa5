#pragma once

#include <filesystem>

namespace loop::runner {

/// Writes the traces of ranks that could not write them, as they were killed: from the events that they kept
/// in `rank-R.events`, and what `rank-R.header` says of them (docs/record-format.md). Removes these files.
/// Call it after all processes of the launch have ended.
void write_kept_traces(const std::filesystem::path& folder, int ranks);

} // namespace loop::runner
