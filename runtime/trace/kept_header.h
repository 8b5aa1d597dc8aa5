#pragma once

#include "trace/format/kept_keys.h"

#include <string>

namespace loop::runtime::trace {

// What a trace file needs besides the records of the events file (trace/events_file.h), as lines of JSON in
// another file, written at once (docs/record-format.md). Only for recorded programs.

// Creates the file. Without it, keep_line() does nothing.
void open_kept_header(const std::string& path);

// Writes one line: the time, and `json` as the member `key`.
void keep_line(const char* key, const std::string& json);

// To be called when the trace is written. Safe in signal handlers.
void remove_kept_header() noexcept;

} // namespace loop::runtime::trace
