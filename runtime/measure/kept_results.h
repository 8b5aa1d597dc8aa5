#pragma once

#include "output/json.h"

#include <string>

namespace loop::runtime {

// Saves a kernel's results as soon as it has them, as lines of `kept.jsonl` next to the records
// (docs/record-format.md), so that an interrupted launch does not lose them. Local; called by one rank.

// Returns the start of a call's line: a JSON object that the caller continues and closes.
Json kept_line(const char* construct, const std::string& name);

// Appends the line, whose object must be closed, to the file and syncs the file. Does nothing if the run
// writes no records.
void keep_results(const Json& line);

} // namespace loop::runtime
