#pragma once

#include "report/read/run_directory.h"

namespace loop::report {

/// An OTF2 archive as a run with a trace only: its sheet has no verdict, because nobody verified
/// it. ImportError as from read_otf2().
RunDirectory read_imported_run(const std::filesystem::path& archive);

} // namespace loop::report
