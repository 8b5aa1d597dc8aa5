#pragma once

#include <string>

namespace loop::runtime {

// Writes a temporary file in the same directory, syncs it, renames it, and syncs the directory. On failure,
// prints path and reason on stderr and ends the run with code 7.
void write_durably(const std::string& directory, const std::string& name, const std::string& contents);

// Appends `line` and a newline to the file, which is created if missing, and syncs it. Fails as above.
void append_durably(const std::string& directory, const std::string& name, const std::string& line);

} // namespace loop::runtime
