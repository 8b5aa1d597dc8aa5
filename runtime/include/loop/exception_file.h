#pragma once

// The file of a rank that ended by an uncaught exception (docs/record-format.md): the version, the
// exception's type, and its words, one line each.

#include <string>

namespace loop {

constexpr const char* exception_file_version = "loop-exception 1";

inline std::string exception_file_name(int rank) {
    return "rank-" + std::to_string(rank) + ".exception";
}

} // namespace loop
