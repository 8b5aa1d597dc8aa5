#pragma once

#include "report/read/run.h"

#include <string>

namespace loop::report {

/// Returns "unknown" if the run's environment does not contain `key`.
std::string environment_text(const RunRecord& run, const char* key);
std::optional<double> memory_bytes(const RunRecord& run);

/// What LOOP did to give ranks cores of their own, or why nothing; each different text of the launches once.
/// Empty if the run does not say so.
std::string binding_text(const RunRecord& run);

/// One line on the machine, and one on the software that the program was built with. run.json has the full
/// record.
std::string hardware_line(const RunRecord& run);
std::string software_line(const RunRecord& run);
/// The compiler and its flags.
std::string compiler_line(const RunRecord& run);

} // namespace loop::report
