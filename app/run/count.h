#pragma once

#include "app/output/terminal.h"
#include "runner/recorder/recorded.h"
#include "runner/run/settings.h"

#include <string>
#include <vector>

namespace loop::app {

struct CountOptions {
    std::string target;
    runner::Settings settings;
    runner::RecordRequest request;
    std::vector<std::string> assignments;
    double timeout_seconds = 600;
    std::string format, output, schedule;
};

/// Counts what a program communicates, without running it, and writes that. Returns the exit code.
int count_program(CountOptions options, const Terminal& terminal);

} // namespace loop::app
