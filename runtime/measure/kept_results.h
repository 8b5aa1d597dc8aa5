#pragma once

#include "output/json.h"

#include <string>

namespace loop::runtime {

// What a kernel has found, kept at once: a launch that is stopped after some of its points has them still, as
// lines of `kept.jsonl` beside the records (docs/record-format.md). Local; called by one rank.

// Begins the line of one call, an open object.
Json kept_line(const char* construct, const std::string& name);

// Adds the closed object to the file and syncs it. Nothing where no records are written.
void keep_results(const Json& line);

} // namespace loop::runtime
