#pragma once

#include <cstdint>
#include <filesystem>
#include <map>

namespace loop::runner {

/// The program and libraries whose code calls MPI, by the number in the top bits of addresses (0: the
/// program).
using CodeFiles = std::map<std::uint64_t, std::filesystem::path>;

/// Those of a launch of `ranks` ranks: `program`, and, if `loop record` recorded it, the files that the ranks
/// have named in `records`. A number that ranks have given to different files is left out. None if `program`
/// is empty.
CodeFiles code_files(const std::filesystem::path& records, int ranks, const std::filesystem::path& program);

} // namespace loop::runner
