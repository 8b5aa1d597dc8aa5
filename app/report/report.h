#pragma once

#include "app/input/bsp_machines.h"
#include "app/output/terminal.h"

#include <optional>
#include <string>

namespace loop::app {

struct ReportOptions {
    std::string run;
    std::string output;
    std::string format;
    std::string figure, width, network;
    bool show_excluded = false;
    int launch = 0;
    std::optional<double> from, to;
    std::optional<std::size_t> intervals;
    std::string bandwidths;
    std::string x;
    bool heat_map = false;
    bool open = false;
    BspInputs bsp;
};

/// Writes the sheet of a run or sweep, or figures of a run. Returns the exit code.
int write_report(ReportOptions options, const Terminal& terminal);

} // namespace loop::app
