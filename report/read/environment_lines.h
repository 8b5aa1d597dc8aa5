#pragma once

#include "report/read/run.h"

#include <string>

namespace loop::report {

/// "unknown" if the run's environment does not contain it.
std::string environment_text(const RunRecord& run, const char* key);
std::optional<double> memory_bytes(const RunRecord& run);

/// One line each: the machine, and what the program was built with. run.json has all of it.
std::string hardware_line(const RunRecord& run);
std::string software_line(const RunRecord& run);
/// The compiler and its flags.
std::string compiler_line(const RunRecord& run);

} // namespace loop::report
