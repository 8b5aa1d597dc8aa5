#pragma once

#include "app/output/terminal.h"
#include "derive/program.h"
#include "report/read/run_directory.h"

#include <string>
#include <vector>

namespace loop::app {

struct DeriveOptions {
    std::vector<std::string> directories, against;
    std::vector<long long> sizes; ///< of the directories, and then of those to check against; empty: none
    std::string output, machine = "local";
    int launch = report::median_launch;
    int launches = 0; ///< in turn with the original; 0: one launch, compared with the recorded one
    bool check = false;
    bool partial = false; ///< a trace that is not whole gives what is known
    report::derive::ProgramOptions program;
};

/// Derives a program from recorded runs and writes it, or compares it with them. Returns the exit code.
int derive_program(DeriveOptions options, const Terminal& terminal);

} // namespace loop::app
