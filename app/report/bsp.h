#pragma once

#include "app/input/bsp_machines.h"
#include "app/output/terminal.h"

#include <string>
#include <vector>

namespace loop::app {

struct BspOptions {
    std::string action;
    BspInputs machines;
    std::vector<std::string> programs;
    std::string output, table, sort, name;
    std::string format; ///< empty: by the ending of `output`, or text
    bsp::Demand demand;
    /// The names of --work, --h, and --supersteps, as messages quote them.
    std::vector<std::string> given_amounts, missing_amounts;
    int ranks = 0; ///< 0: those of the program
    bool published = false, no_published = false;
    bool anyway = false;
};

/// Shows a table of machines, or what a program should take on them. Returns the exit code.
int show_bsp(const BspOptions& options, const Terminal& terminal);

} // namespace loop::app
