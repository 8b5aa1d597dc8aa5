#pragma once

#include "app/input/bsp_machines.h"
#include "app/output/terminal.h"
#include "runner/run/run.h"

#include <string>
#include <vector>

namespace loop::app {

struct RunOptions {
    runner::RunRequest request;
    std::vector<std::string> assignments;
    std::string tried; ///< the argument of `--try`
    bool no_verify = false;
    std::uint64_t strict_seed = 0; ///< 0: not strict
    std::string host_compute;
    bool no_trace = false;
    bool json = false;
    bool dry_run = false;
    bool discard = false;
    BspInputs bsp;
};

/// Builds and runs a program, and shows its sheet. Returns the exit code.
int run_program(RunOptions options, const Terminal& terminal);

} // namespace loop::app
