#pragma once

#include "trace/read/trace.h"

namespace loop::report {

/// Transfer a trace or a text between two processes of the same program. Return false if the pipe ends early.
bool send_trace(int fd, const Trace& trace);
bool receive_trace(int fd, Trace& trace);

bool send_text(int fd, const std::string& text);
bool receive_text(int fd, std::string& text);

} // namespace loop::report
