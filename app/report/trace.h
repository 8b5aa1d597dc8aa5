#pragma once

#include "app/output/terminal.h"
#include "app/report/event_filter.h"

#include <string>

namespace loop::app {

struct TraceOptions {
    std::string input;
    std::string format;
    std::string output;
    int launch = 0;
    EventOptions events;
};

/// Lists the events of a run, or writes its trace in the format of another tool. Returns the exit code.
int export_trace(const TraceOptions& options, const Terminal& terminal);

} // namespace loop::app
