#pragma once

#include <string>

namespace loop::runtime {

// Writes a temporary file beside it, syncs, renames into place and syncs the directory. On failure: path and
// reason on stderr, and the run ends with code 7.
void write_durably(const std::string& directory, const std::string& name, const std::string& contents);

// Adds `line` and its end to the file, which is begun where there is none, and syncs it. Fails as above.
void append_durably(const std::string& directory, const std::string& name, const std::string& line);

} // namespace loop::runtime
