#pragma once

#include "app/output/terminal.h"

#include <string>
#include <vector>

namespace loop::app {

struct FmtOptions {
    std::vector<std::string> files;
    bool check = false;
    bool diff = false;
    bool host = false;
};

/// Lays out programs, in place or as the options say. Returns the exit code.
int format_files(const FmtOptions& options, const Terminal& terminal);

} // namespace loop::app
