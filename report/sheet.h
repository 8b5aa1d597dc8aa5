#pragma once

#include "report/run.h"
#include "report/sheet/sections.h"

#include <string>

namespace loop::report {

struct SheetOptions {
    bool colour = false;
    std::size_t width = 100; ///< columns; tables are never broken, long text is
};

/// The compact sheet of one run for the terminal; the second one with the states of its processors.
std::string sheet(const Run& run, const SheetOptions& options = {});
std::string sheet(const SheetInput& input, const SheetOptions& options = {});

} // namespace loop::report
