#pragma once

#include "report/trace/trace.h"

namespace loop::report {

/// A trace from one process to another of the same program. False where the pipe ends early.
bool send_trace(int fd, const Trace& trace);
bool receive_trace(int fd, Trace& trace);

bool send_text(int fd, const std::string& text);
bool receive_text(int fd, std::string& text);

} // namespace loop::report
