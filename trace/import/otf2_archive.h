#pragma once

#include "trace/read/trace.h"

#include <string>

namespace loop::report {

/// Reads the archive in this process. Throws ImportError; the OTF2 library may also abort the process.
Trace read_otf2_archive(const std::string& anchor);

} // namespace loop::report
