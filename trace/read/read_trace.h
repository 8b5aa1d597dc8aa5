#pragma once

#include "trace/read/trace.h"

#include <filesystem>
#include <string>

namespace loop::report {

/// What the caller already knows about the launch.
struct ExpectedTrace {
    int ranks = 0;      ///< 0: unknown; take the number from the files
    std::string launch; ///< empty: unknown; files of another launch are reported and not read
};

/// Whether `records` contains a file with the name of a rank's trace.
bool has_trace(const std::filesystem::path& records);

/// Reads `records`/rank-R.trace (docs/trace-format.md), with one thread per core. Accepts untrusted files:
/// describes errors in `problems` and in the rank's `problem`, keeps all readable events, and uses memory in
/// proportion to the size of the files.
Trace read_trace(const std::filesystem::path& records, const ExpectedTrace& expected = {});

} // namespace loop::report
