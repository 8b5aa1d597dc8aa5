#pragma once

#include <cstddef>
#include <filesystem>

namespace loop::runner {

/// A number in a file must not create millions of ranks that never existed, because each rank becomes an
/// entry of run.json. Throws Failure (InputOutput) if `from` lists far more ranks than there are files of
/// ranks.
void refuse_ranks_without_files(std::size_t ranks, std::size_t files, const std::filesystem::path& from);

} // namespace loop::runner
