#pragma once

#include "report/read/run_directory.h"

namespace loop::report {

/// Returns an OTF2 archive as a run that has only a trace. Its sheet has no verdict, because nothing was
/// verified. Throws ImportError as read_otf2() does.
RunDirectory read_imported_run(const std::filesystem::path& archive);

} // namespace loop::report
