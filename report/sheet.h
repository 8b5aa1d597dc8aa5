#pragma once

#include "report/run.h"

#include <string>

namespace loop::report {

struct SheetOptions {
    bool colour = false;
    std::size_t width = 100; ///< columns; tables are never broken, long text is
};

/// The compact sheet of one run for the terminal.
std::string sheet(const Run& run, const SheetOptions& options = {});

} // namespace loop::report
