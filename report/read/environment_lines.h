#pragma once

#include "report/read/run.h"

#include <string>

namespace loop::report {

/// "unknown" where the run's environment does not tell it.
std::string environment_text(const RunRecord& run, const char* key);
std::optional<double> memory_bytes(const RunRecord& run);

/// The machine and what it was built with, in two lines; all of it is in run.json.
std::string hardware_line(const RunRecord& run);
std::string software_line(const RunRecord& run);
/// The compiler and its flags.
std::string compiler_line(const RunRecord& run);

} // namespace loop::report
