#pragma once

#include "report/read/run.h"

#include <string>

namespace loop::report {

/// The machine and what it was built with, in two lines; all of it is in run.json.
std::string hardware_line(const Run& run);
std::string software_line(const Run& run);

} // namespace loop::report
