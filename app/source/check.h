#pragma once

#include "app/output/terminal.h"

#include <string>
#include <vector>

namespace loop::app {

struct CheckOptions {
    std::vector<std::string> files;
    bool dump_ast = false;
    bool dump_program = false;
    bool json = false;
};

/// Checks programs, and shows their problems. Returns the exit code.
int check_files(const CheckOptions& options, const Terminal& terminal);

} // namespace loop::app
