#pragma once

#include "report/trace/trace.h"

#include <filesystem>
#include <string>

namespace loop::report {

/// What the caller knows of a launch beforehand.
struct ExpectedTrace {
    int ranks = 0;      ///< 0: unknown, as many as the files say
    std::string launch; ///< empty: unknown; files of another launch are reported and not read
};

/// True where a file that may be a rank's trace is in `records`.
bool has_trace(const std::filesystem::path& records);

/// Reads `records`/rank-R.trace (docs/trace-format.md), one thread a rank at a time and core. Any files are
/// safe: what is wrong becomes a sentence in `problems` and in its rank's `problem`, what can be
/// read is kept, and memory stays within a small multiple of the files' size.
Trace read_trace(const std::filesystem::path& records, const ExpectedTrace& expected = {});

} // namespace loop::report
